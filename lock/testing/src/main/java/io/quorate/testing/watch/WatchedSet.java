// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

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
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Several locks that are taken together, with somebody watching: one event for all of them. */
final class WatchedSet implements LockSet {
    private final WatchedWait calls;
    private final Supplier<LockSet> node;
    private final List<String> names;

    WatchedSet(int number, LockWatch watch, Supplier<LockSet> node) {
        this.node = node;
        this.names = node.get().names();
        this.calls = new WatchedWait(watch, number, String.join(", ", names));
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public SetHold acquire() throws InterruptedException {
        return new Watched(calls.take("acquire()", () -> node.get().acquire()));
    }

    @Override
    public SetHold acquire(Duration timeout) throws InterruptedException {
        return new Watched(calls.take("acquire()", () -> node.get().acquire(timeout)));
    }

    @Override
    public Optional<SetHold> tryAcquire(Duration timeout) throws InterruptedException {
        return calls.tryTake("tryAcquire()", () -> node.get().tryAcquire(timeout))
                .map(Watched::new);
    }

    /** All of them, held. */
    private final class Watched implements SetHold {
        private final SetHold held;
        private final List<OpenHold> entries;

        Watched(SetHold held) {
            this.held = held;
            this.entries = names.stream()
                    .map(name -> calls.granted(new PartHeld(held, name)))
                    .toList();
            calls.told("acquire()");
        }

        @Override
        public List<String> names() {
            return held.names();
        }

        @Override
        public long fence(String name) {
            return held.fence(name);
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
        public Registration onLost(BiConsumer<String, LossReason> listener) {
            return held.onLost(listener);
        }

        @Override
        public SetHold interruptOnLoss() {
            held.interruptOnLoss();
            return this;
        }

        @Override
        public void close() {
            calls.release(held.outcome() == Hold.Outcome.OPEN, held::close, entries);
        }

        @Override
        public Hold.Outcome outcome() {
            return held.outcome();
        }
    }

    /** One of them. */
    private record PartHeld(SetHold set, String lock) implements LockWatch.Held {
        @Override
        public LockMode mode() {
            return LockMode.EXCLUSIVE;
        }

        @Override
        public long fence() {
            return set.fence(lock);
        }

        @Override
        public boolean isValid() {
            return set.isValid();
        }

        @Override
        public boolean isLost() {
            return set.outcome() == Hold.Outcome.WAS_LOST || (set.outcome() == Hold.Outcome.OPEN && !set.isValid());
        }

        @Override
        public void free() {
            set.close();
        }

        @Override
        public void onLost(Consumer<LossReason> listener) {
            set.onLost((name, reason) -> listener.accept(reason));
        }
    }
}
