// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.Protocol;

class PracticalLawsTest extends LockMachineLaws<RicartAgrawalaMessage> {
    @Override
    protected Protocol<RicartAgrawalaMessage> protocol() {
        return RicartAgrawala.with("practical");
    }
}
