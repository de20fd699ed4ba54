package io.quorate.core.protocol.dht.endtoend;

import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.dht.DhtLies;
import io.quorate.core.protocol.dht.DhtMessage;

class EndToEndLiesTest extends DhtLies {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new EndToEnd();
    }
}
