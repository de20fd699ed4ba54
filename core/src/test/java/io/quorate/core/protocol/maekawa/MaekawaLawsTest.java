package io.quorate.core.protocol.maekawa;

import io.quorate.core.protocol.Protocol;

class MaekawaLawsTest extends MaekawaLies {
    @Override
    protected Protocol<MaekawaMessage> protocol() {
        return new Maekawa();
    }
}
