package io.quorate.core.protocol.maekawa;

import io.quorate.core.protocol.Protocol;

class ThiareFallLawsTest extends MaekawaLies {
    @Override
    protected Protocol<MaekawaMessage> protocol() {
        return new ThiareFall();
    }
}
