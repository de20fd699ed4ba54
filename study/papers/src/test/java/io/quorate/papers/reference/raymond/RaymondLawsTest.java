// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.raymond;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.Protocol;

class RaymondLawsTest extends LockMachineLaws<RaymondMessage> {
    @Override
    protected Protocol<RaymondMessage> protocol() {
        return new Raymond();
    }
}
