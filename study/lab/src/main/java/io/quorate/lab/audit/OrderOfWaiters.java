// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.Cluster;

/** Those who wait are not passed more often than the setup says, if that is watched. */
public final class OrderOfWaiters {
    private OrderOfWaiters() {}

    /** Looks at the present state. */
    public static void require(Cluster cluster) {
        Passing passing = cluster.setup().passing();
        if (!passing.isWatched() || cluster.usage().passes().worst() <= passing.max()) {
            return;
        }
        throw new AuditFailure(
                passing.order() == Passing.Order.ANY
                        ? "others have entered more than " + passing.max() + " times while one waits"
                        : "a waiter was passed; but " + passing.sentence());
    }
}
