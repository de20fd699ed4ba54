// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Protocol;

class SequentialLawsTest extends SequentialLies {
    @Override
    protected Protocol<SequentialMessage> protocol() {
        return new Sequential();
    }
}
