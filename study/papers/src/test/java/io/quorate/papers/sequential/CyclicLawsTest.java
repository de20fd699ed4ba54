// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Protocol;

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
