package io.quorate.core.protocol.sequential;

import io.quorate.core.protocol.Protocol;

class SequentialLawsTest extends SequentialLies {
    @Override
    protected Protocol<SequentialMessage> protocol() {
        return new Sequential();
    }
}
