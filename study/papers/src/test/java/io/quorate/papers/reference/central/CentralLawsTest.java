// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.Protocol;

class CentralLawsTest extends LockMachineLaws<CentralMessage> {
    @Override
    protected Protocol<CentralMessage> protocol() {
        return new Central();
    }
}
