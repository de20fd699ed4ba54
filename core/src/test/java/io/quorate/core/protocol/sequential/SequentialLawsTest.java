package io.quorate.core.protocol.sequential;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class SequentialLawsTest extends LockMachineLaws<SequentialMessage> {
    @Override
    protected Protocol<SequentialMessage> protocol() {
        return new Sequential();
    }
}
