package io.quorate.core.protocol.quorumlock;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class QuorumLockLawsTest extends LockMachineLaws<QuorumLockMessage> {
    @Override
    protected Protocol<QuorumLockMessage> protocol() {
        return new QuorumLock();
    }
}
