package io.quorate.core.protocol.reference.raymond;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class RaymondLawsTest extends LockMachineLaws<RaymondMessage> {
    @Override
    protected Protocol<RaymondMessage> protocol() {
        return new Raymond();
    }
}
