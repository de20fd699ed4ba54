// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import io.quorate.lab.mutant.Mutant;
import io.quorate.overlay.dht.DhtProtocol;
import io.quorate.overlay.node.PlaceRule;
import java.util.Arrays;
import java.util.List;

/** Protocols whose nodes do not keep one rule of their place in the overlay. */
final class CarelessNodes {
    private CarelessNodes() {}

    static List<Mutant> of(DhtProtocol protocol) {
        return Arrays.stream(PlaceRule.values())
                .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> protocol.without(rule)))
                .toList();
    }
}
