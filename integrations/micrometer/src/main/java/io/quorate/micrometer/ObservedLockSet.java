// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.LockSet;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import io.quorate.api.SetHold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A lock set whose calls and holds are observed, as one lock each. */
final class ObservedLockSet implements LockSet {
    private final LockSet set;
    private final Watcher watcher;

    ObservedLockSet(LockSet set, Watcher watcher) {
        this.set = set;
        this.watcher = watcher;
    }

    private Watcher.Target target() {
        return new Watcher.Target("set", String.join(", ", set.names()), LockMode.EXCLUSIVE);
    }

    @Override
    public List<String> names() {
        return set.names();
    }

    @Override
    public SetHold acquire() throws InterruptedException {
        return watcher.acquire(target(), set::acquire, ObservedSetHold::new);
    }

    @Override
    public SetHold acquire(Duration timeout) throws InterruptedException {
        return watcher.acquire(target(), () -> set.acquire(timeout), ObservedSetHold::new);
    }

    @Override
    public Optional<SetHold> tryAcquire(Duration timeout) throws InterruptedException {
        return watcher.tryAcquire(target(), () -> set.tryAcquire(timeout), ObservedSetHold::new);
    }

    private static final class ObservedSetHold implements SetHold {
        private final SetHold hold;
        private final Holding holding;

        ObservedSetHold(SetHold hold, Attempt attempt) {
            this.hold = hold;
            this.holding = attempt.held(ObservedSetHold::noSingleFence);
            hold.onLost(holding::lost);
        }

        private static long noSingleFence() {
            throw new UnsupportedOperationException("each lock of a set has a fence of its own");
        }

        @Override
        public void close() {
            hold.close();
            holding.closed(hold.outcome());
        }

        @Override
        public List<String> names() {
            return hold.names();
        }

        @Override
        public long fence(String name) {
            return hold.fence(name);
        }

        @Override
        public boolean isValid() {
            return hold.isValid();
        }

        @Override
        public Duration validFor() {
            return hold.validFor();
        }

        @Override
        public Registration onLost(BiConsumer<String, LossReason> listener) {
            return hold.onLost(listener);
        }

        @Override
        public SetHold interruptOnLoss() {
            hold.interruptOnLoss();
            return this;
        }

        @Override
        public Hold.Outcome outcome() {
            return hold.outcome();
        }

        @Override
        public String toString() {
            return hold.toString();
        }
    }
}
