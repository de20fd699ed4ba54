// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.Protocol;

class ThiareFallLawsTest extends MaekawaLies {
    @Override
    protected Protocol<MaekawaMessage> protocol() {
        return new ThiareFall();
    }
}
