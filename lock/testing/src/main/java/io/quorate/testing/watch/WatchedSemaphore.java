// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.DistributedSemaphore;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.api.Permit;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A semaphore, with somebody watching. */
final class WatchedSemaphore implements DistributedSemaphore {
    private final WatchedWait calls;
    private final Supplier<DistributedSemaphore> node;
    private final String name;

    WatchedSemaphore(int number, LockWatch watch, Supplier<DistributedSemaphore> node) {
        this.node = node;
        this.name = node.get().name();
        this.calls = new WatchedWait(watch, number, name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int permits() {
        return node.get().permits();
    }

    @Override
    public Permit acquire() throws InterruptedException {
        return new Watched(calls.take("acquire()", () -> node.get().acquire()));
    }

    @Override
    public Permit acquire(Duration timeout) throws InterruptedException {
        return new Watched(calls.take("acquire()", () -> node.get().acquire(timeout)));
    }

    @Override
    public Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException {
        return calls.tryTake("tryAcquire()", () -> node.get().tryAcquire(timeout))
                .map(Watched::new);
    }

    /** One permit, held. */
    private final class Watched implements Permit {
        private final Permit held;
        private final OpenHold entry;

        Watched(Permit held) {
            this.held = held;
            this.entry = calls.granted(new PermitHeld(held, name + "#" + held.number()));
            calls.told("acquire()");
        }

        @Override
        public int number() {
            return held.number();
        }

        @Override
        public long fence() {
            return held.fence();
        }

        @Override
        public boolean isValid() {
            return calls.checked(held::isValid, "isValid()");
        }

        @Override
        public Duration validFor() {
            return calls.checked(held::validFor, "validFor()");
        }

        @Override
        public Registration onLost(Consumer<LossReason> listener) {
            return held.onLost(entry.counted(listener));
        }

        @Override
        public void close() {
            calls.release(held.outcome() == Hold.Outcome.OPEN, held::close, List.of(entry));
        }

        @Override
        public Hold.Outcome outcome() {
            return held.outcome();
        }
    }

    /** The lock behind a permit. */
    private record PermitHeld(Permit permit, String lock) implements LockWatch.Held {
        @Override
        public LockMode mode() {
            return LockMode.EXCLUSIVE;
        }

        @Override
        public long fence() {
            return permit.fence();
        }

        @Override
        public boolean isValid() {
            return permit.isValid();
        }

        @Override
        public boolean isLost() {
            return permit.outcome() == Hold.Outcome.WAS_LOST
                    || (permit.outcome() == Hold.Outcome.OPEN && !permit.isValid());
        }

        @Override
        public void free() {
            permit.close();
        }

        @Override
        public void onLost(Consumer<LossReason> listener) {
            permit.onLost(listener);
        }
    }
}
