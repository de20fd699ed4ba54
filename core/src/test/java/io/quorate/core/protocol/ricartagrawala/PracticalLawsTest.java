package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class PracticalLawsTest extends LockMachineLaws<RicartAgrawalaMessage> {
    @Override
    protected Protocol<RicartAgrawalaMessage> protocol() {
        return RicartAgrawala.with("practical");
    }
}
