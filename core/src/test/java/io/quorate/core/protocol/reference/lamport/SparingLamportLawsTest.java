package io.quorate.core.protocol.reference.lamport;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class SparingLamportLawsTest extends LockMachineLaws<LamportMessage> {
    @Override
    protected Protocol<LamportMessage> protocol() {
        return Lamport.sparing();
    }
}
