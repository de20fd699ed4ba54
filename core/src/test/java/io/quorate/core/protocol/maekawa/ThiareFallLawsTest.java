package io.quorate.core.protocol.maekawa;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class ThiareFallLawsTest extends LockMachineLaws<MaekawaMessage> {
    @Override
    protected Protocol<MaekawaMessage> protocol() {
        return new ThiareFall();
    }
}
