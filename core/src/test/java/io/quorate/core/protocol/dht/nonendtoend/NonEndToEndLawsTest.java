package io.quorate.core.protocol.dht.nonendtoend;

import io.quorate.core.protocol.LeasedMachineLaws;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.dht.DhtMessage;

class NonEndToEndLawsTest extends LeasedMachineLaws<DhtMessage> {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new NonEndToEnd();
    }
}
