package io.quorate.core.protocol.dht.sigma;

import io.quorate.core.protocol.LeasedMachineLaws;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.dht.DhtMessage;

class SigmaLawsTest extends LeasedMachineLaws<DhtMessage> {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new Sigma();
    }
}
