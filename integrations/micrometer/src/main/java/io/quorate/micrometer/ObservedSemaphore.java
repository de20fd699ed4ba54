// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.quorate.api.DistributedSemaphore;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.api.Permit;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A semaphore whose calls and permits are observed. */
final class ObservedSemaphore implements DistributedSemaphore {
    private final DistributedSemaphore semaphore;
    private final Watcher watcher;

    ObservedSemaphore(DistributedSemaphore semaphore, Watcher watcher) {
        this.semaphore = semaphore;
        this.watcher = watcher;
    }

    private Watcher.Target target() {
        return new Watcher.Target("semaphore", semaphore.name(), LockMode.EXCLUSIVE);
    }

    @Override
    public String name() {
        return semaphore.name();
    }

    @Override
    public int permits() {
        return semaphore.permits();
    }

    @Override
    public Permit acquire() throws InterruptedException {
        return watcher.acquire(target(), semaphore::acquire, ObservedPermit::new);
    }

    @Override
    public Permit acquire(Duration timeout) throws InterruptedException {
        return watcher.acquire(target(), () -> semaphore.acquire(timeout), ObservedPermit::new);
    }

    @Override
    public Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException {
        return watcher.tryAcquire(target(), () -> semaphore.tryAcquire(timeout), ObservedPermit::new);
    }

    private static final class ObservedPermit implements Permit {
        private final Permit permit;
        private final Holding holding;

        ObservedPermit(Permit permit, Attempt attempt) {
            this.permit = permit;
            this.holding = attempt.held(permit::fence);
            permit.onLost(holding::lost);
        }

        @Override
        public void close() {
            permit.close();
            holding.closed(permit.outcome());
        }

        @Override
        public int number() {
            return permit.number();
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
        public Duration validFor() {
            return permit.validFor();
        }

        @Override
        public Registration onLost(Consumer<LossReason> listener) {
            return permit.onLost(listener);
        }

        @Override
        public Hold.Outcome outcome() {
            return permit.outcome();
        }

        @Override
        public String toString() {
            return permit.toString();
        }
    }
}
