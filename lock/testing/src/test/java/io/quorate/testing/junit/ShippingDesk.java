// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.testing.FencedRecorder;
import java.time.Duration;

/** A critical section as people write it, for {@link LockFaultTest}: with a bug that no plain test finds, and without. */
final class ShippingDesk {
    private final Locks locks;
    private final FencedRecorder store;

    ShippingDesk(Locks locks, FencedRecorder store) {
        this.locks = locks;
        this.store = store;
    }

    /** Looks whether the lock is held, and then takes its time. The store is not asked to compare fences. */
    void shipCarelessly(String order) throws InterruptedException {
        try (Hold hold = locks.lock(order).acquire(Duration.ofSeconds(5))) {
            if (hold.isValid()) {
                String label = printLabel(order);
                store.write(hold, label);
            }
        }
    }

    /** The same, and the fence goes along: the store refuses the write if somebody else has written since. */
    void ship(String order) throws InterruptedException {
        locks.run(order, Duration.ofSeconds(5), hold -> {
            String label = printLabel(order);
            store.write(order, hold.fence(), label);
        });
    }

    /** Hides from its caller that the order was not shipped. */
    boolean shipSilently(String order) throws InterruptedException {
        try {
            ship(order);
        } catch (io.quorate.testing.StaleFenceException | io.quorate.api.LockLostException ignored) {
            return true;
        }
        return true;
    }

    /** Forgets its hold if anything goes wrong. */
    void shipAndForget(String order) throws InterruptedException {
        Hold hold = locks.lock(order).acquire(Duration.ofSeconds(5));
        if (!hold.isValid()) {
            return;
        }
        String label = printLabel(order);
        Hold second = locks.lock("printer").acquire(Duration.ofSeconds(5));
        if (hold.isValid()) {
            store.write(hold, label);
            second.close();
        }
        hold.close();
    }

    private static String printLabel(String order) {
        return "label of " + order; // slow, in real life
    }
}
