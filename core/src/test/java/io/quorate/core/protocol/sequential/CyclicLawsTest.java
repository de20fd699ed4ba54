package io.quorate.core.protocol.sequential;

import io.quorate.core.protocol.Protocol;

class CyclicLawsTest extends SequentialLies {
    @Override
    protected Protocol<SequentialMessage> protocol() {
        return new Cyclic();
    }

    /** Each member speaks for all before it. */
    @Override
    protected boolean restsOnEachMemberAlone() {
        return false;
    }
}
