// SPDX-License-Identifier: Apache-2.0
package com.example;

import io.quorate.api.Locks;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Ships orders, each under its own lock. */
public final class Shipping {
    private final Locks locks;
    private final Orders orders;

    /** Stands for your database: refuses a fencing token that is lower than one it has seen. */
    public interface Orders {
        Mono<String> ship(int order, long fence);
    }

    public Shipping(Locks locks, Orders orders) {
        this.locks = locks;
        this.orders = orders;
    }

    // region usage
    public Mono<String> ship(int order) {
        return ReactorLocks.withHold(
                locks.lock("orders/" + order), Duration.ofSeconds(5), hold -> orders.ship(order, hold.fence()));
    }
    // endregion
}
