package io.quorate.core.protocol.tree;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class TreeLawsTest extends LockMachineLaws<TreeMessage> {
    @Override
    protected Protocol<TreeMessage> protocol() {
        return new TreeLock();
    }
}
