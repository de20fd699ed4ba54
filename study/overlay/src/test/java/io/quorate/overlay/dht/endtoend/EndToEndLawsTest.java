// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.LeasedMachineLaws;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.WorldPart;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.RoutedWorld;

class EndToEndLawsTest extends LeasedMachineLaws<DhtMessage> {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new EndToEnd();
    }

    @Override
    protected WorldPart<DhtMessage> part() {
        return new RoutedWorld();
    }
}
