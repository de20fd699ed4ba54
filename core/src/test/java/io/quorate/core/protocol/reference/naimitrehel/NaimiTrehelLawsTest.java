package io.quorate.core.protocol.reference.naimitrehel;

import io.quorate.core.protocol.LockMachineLaws;
import io.quorate.core.protocol.Protocol;

class NaimiTrehelLawsTest extends LockMachineLaws<NaimiTrehelMessage> {
    @Override
    protected Protocol<NaimiTrehelMessage> protocol() {
        return new NaimiTrehel();
    }
}
