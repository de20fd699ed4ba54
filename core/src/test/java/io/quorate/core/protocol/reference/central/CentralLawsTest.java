package io.quorate.core.protocol.reference.central;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class CentralLawsTest extends LockMachineLaws<CentralMessage> {
    @Override
    protected Protocol<CentralMessage> protocol() {
        return new Central();
    }
}
