// SPDX-License-Identifier: Apache-2.0
package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Locks;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

@Tag("threads")
final class ShippingTest {
    @Test
    void anOrderIsShippedUnderItsLock() {
        try (LockCluster cluster = LockCluster.inMemory(3)) {
            Locks locks = cluster.node(0);
            Shipping shipping = new Shipping(
                    locks,
                    (order, fence) -> Mono.fromSupplier(
                            () -> order + " " + locks.lock("orders/" + order).isLocked() + " " + (fence > 0)));
            assertThat(shipping.ship(42).block(Duration.ofSeconds(30))).isEqualTo("42 true true");
            assertThat(locks.lock("orders/42").isLocked()).isFalse();
        }
    }
}
