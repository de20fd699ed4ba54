// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.Protocol;
import io.quorate.overlay.dht.DhtLies;
import io.quorate.overlay.dht.DhtMessage;

class EndToEndLiesTest extends DhtLies {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new EndToEnd();
    }
}
