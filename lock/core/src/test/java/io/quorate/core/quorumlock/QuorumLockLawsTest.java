// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.LeasedMachineLaws;
import io.quorate.core.lock.Protocol;

class QuorumLockLawsTest extends LeasedMachineLaws<QuorumLockMessage> {
    @Override
    protected Protocol<QuorumLockMessage> protocol() {
        return new QuorumLock();
    }
}
