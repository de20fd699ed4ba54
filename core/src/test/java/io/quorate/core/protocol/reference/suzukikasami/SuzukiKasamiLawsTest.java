package io.quorate.core.protocol.reference.suzukikasami;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class SuzukiKasamiLawsTest extends LockMachineLaws<SuzukiKasamiMessage> {
    @Override
    protected Protocol<SuzukiKasamiMessage> protocol() {
        return new SuzukiKasami();
    }
}
