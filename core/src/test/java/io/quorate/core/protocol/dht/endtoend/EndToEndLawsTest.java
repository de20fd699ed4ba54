package io.quorate.core.protocol.dht.endtoend;

import io.quorate.core.protocol.LeasedMachineLaws;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.dht.DhtMessage;

class EndToEndLawsTest extends LeasedMachineLaws<DhtMessage> {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new EndToEnd();
    }
}
