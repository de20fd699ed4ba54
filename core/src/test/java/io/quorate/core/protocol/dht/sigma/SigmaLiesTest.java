package io.quorate.core.protocol.dht.sigma;

import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.dht.DhtLies;
import io.quorate.core.protocol.dht.DhtMessage;

class SigmaLiesTest extends DhtLies {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new Sigma();
    }
}
