// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.naimitrehel;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.Protocol;

class NaimiTrehelLawsTest extends LockMachineLaws<NaimiTrehelMessage> {
    @Override
    protected Protocol<NaimiTrehelMessage> protocol() {
        return new NaimiTrehel();
    }
}
