// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.quorate.api.LockMode;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Starts observations, and keeps what their handlers throw away from locks: a lock that was granted must reach its caller, and one
 * that is closed must be given back.
 */
final class Watcher {
    private static final System.Logger LOG = System.getLogger(LockObservations.class.getName());

    private final ObservationRegistry registry;
    private final String nodeId;

    Watcher(ObservationRegistry registry, String nodeId) {
        this.registry = registry;
        this.nodeId = nodeId;
    }

    /** A request for a lock, a set or a semaphore. */
    record Target(String kind, String name, LockMode mode) {}

    /** A call that waits for a lock. */
    @FunctionalInterface
    interface Asking<T> {
        T ask() throws InterruptedException;
    }

    /** Ends the scope; throws nothing. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** Asks on this thread. A hold is passed on with the attempt that acquired it. */
    <T> T acquire(Target target, Asking<T> asking, BiFunction<T, Attempt, T> held) throws InterruptedException {
        Attempt attempt = begin(target);
        return held.apply(attempt.inScope(asking), attempt);
    }

    /** As {@link #acquire}; empty if others hold it. */
    <T> Optional<T> tryAcquire(Target target, Asking<Optional<T>> asking, BiFunction<T, Attempt, T> held)
            throws InterruptedException {
        Attempt attempt = begin(target);
        Optional<T> got = attempt.inScope(asking);
        if (got.isEmpty()) {
            attempt.notFree();
        }
        return got.map(each -> held.apply(each, attempt));
    }

    Attempt begin(Target target) {
        Observation parent = registry.getCurrentObservation();
        Observation observation = observation(LockObservations.ACQUIRE, target);
        quietly(observation::start);
        return new Attempt(this, target, observation, parent);
    }

    Observation observation(String name, Target target) {
        return Observation.createNotStarted(name, registry)
                .lowCardinalityKeyValue("node", nodeId)
                .lowCardinalityKeyValue("kind", target.kind())
                .lowCardinalityKeyValue("mode", word(target.mode()))
                .highCardinalityKeyValue("lock", target.name());
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static Scope scopeOf(Observation observation) {
        try {
            Observation.Scope scope = observation.openScope();
            return () -> quietly(scope::close);
        } catch (RuntimeException | Error failure) {
            report(failure);
            return () -> {};
        }
    }

    static void quietly(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error failure) { // an Error would leave the lock held
            report(failure);
        }
    }

    private static void report(Throwable failure) {
        LOG.log(
                Level.WARNING,
                "An observation handler threw an exception. The lock is not affected; the trace may lack this observation.",
                failure);
    }
}
