// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.quorate.api.Hold;
import io.quorate.api.Locks;
import java.util.Objects;

/**
 * Observations of acquiring and holding locks: with a tracing handler in the registry, each becomes a span.
 *
 * <pre>{@code
 * Locks locks = LockObservations.observe(Locks.start(config), registry);
 * }</pre>
 *
 * <p>Each call for a lock is one observation {@link #ACQUIRE}, in scope on the calling thread until the answer is there. Each lock that is
 * held is one observation {@link #HOLD}, until it is closed or lost; a loss is its error. Both are children of what was current
 * where the lock was requested.
 *
 * <p>A hold can be closed on any thread, so its observation is not put in scope, with one exception: the body of {@link Locks#run} and
 * {@link Locks#call} runs in its scope. For other code there is {@link #observationOf}.
 */
public final class LockObservations {
    /** The name of the observation of a call for a lock. It differs from that of {@link LockMetrics}: their tags differ too. */
    public static final String ACQUIRE = "quorate.lock.acquire";

    /** The name of the observation of a lock that is held. */
    public static final String HOLD = "quorate.lock.hold";

    private LockObservations() {}

    /**
     * Wraps locks with observations. Take all locks through the result: locks taken through the original are not observed. Elections are
     * not observed, because no caller waits for them. Exceptions of a handler are logged and do not affect the lock.
     *
     * @param locks the locks of a node
     * @param registry receives the observations
     * @return the same locks, observed
     */
    public static Locks observe(Locks locks, ObservationRegistry registry) {
        Objects.requireNonNull(locks, "The locks must not be null.");
        Objects.requireNonNull(registry, "The registry must not be null.");
        return registry.isNoop() ? locks : new ObservedLocks(locks, new Watcher(registry, locks.nodeId()));
    }

    /**
     * Returns the observation of a hold, to open its scope where the work is done.
     *
     * <pre>{@code
     * try (Hold hold = locks.lock("orders/42").acquire(); Observation.Scope scope = observationOf(hold).openScope()) {
     *     work();
     * }
     * }</pre>
     *
     * @param hold a hold of observed locks
     * @return its observation; a no-op if the hold is not observed
     */
    public static Observation observationOf(Hold hold) {
        return hold instanceof ObservedHold observed ? observed.observation() : Observation.NOOP;
    }
}
