// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.sigma;

import io.quorate.core.lock.Protocol;
import io.quorate.overlay.dht.DhtLies;
import io.quorate.overlay.dht.DhtMessage;

class SigmaLiesTest extends DhtLies {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new Sigma();
    }
}
