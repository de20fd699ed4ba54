// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.Protocol;

class MaekawaLawsTest extends MaekawaLies {
    @Override
    protected Protocol<MaekawaMessage> protocol() {
        return new Maekawa();
    }
}
