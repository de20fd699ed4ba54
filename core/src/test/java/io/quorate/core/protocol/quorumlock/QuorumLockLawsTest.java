package io.quorate.core.protocol.quorumlock;

import io.quorate.core.protocol.LeasedMachineLaws;
import io.quorate.core.protocol.Protocol;

class QuorumLockLawsTest extends LeasedMachineLaws<QuorumLockMessage> {
    @Override
    protected Protocol<QuorumLockMessage> protocol() {
        return new QuorumLock();
    }
}
