package io.quorate.overlay.dht.sigma;

import io.quorate.core.protocol.LeasedMachineLaws;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.WorldPart;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.RoutedWorld;

class SigmaLawsTest extends LeasedMachineLaws<DhtMessage> {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new Sigma();
    }

    @Override
    protected WorldPart<DhtMessage> part() {
        return new RoutedWorld();
    }
}
