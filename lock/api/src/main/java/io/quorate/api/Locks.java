// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a cluster. This process is one of its nodes. Create one {@code Locks} for a process and keep it.
 *
 * <pre>{@code
 * LocksConfig cluster = LocksConfig.of("a=hostA:7400", "b=hostB:7400", "c=hostC:7400")
 *         .tls(TlsFiles.pem(Path.of("a.pem"), Path.of("a-key.pem"), Path.of("ca.pem")));
 * try (Locks locks = Locks.join(cluster.nodeId("a"))) {
 *     try (Hold hold = locks.lock("orders/42").acquire(Duration.ofSeconds(5))) {
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>Locks are cheap: a name uses memory only while a node holds it or waits for it.
 */
public interface Locks extends AutoCloseable {
    /**
     * Joins the cluster and returns when locks are available. If too many nodes have just restarted, that takes up to one
     * {@link LocksConfig#lease} longer: their earlier votes may still be in use, so they grant none yet. A call that throws leaves
     * nothing behind.
     *
     * @param config the members of the cluster, and which of them this process is
     * @return the locks; close them when the process ends
     * @throws InvalidConfigException if the configuration has errors; it lists all of them
     * @throws JoinFailedException if this node cannot start: port in use, TLS files unreadable, refused by the others
     * @throws LockUnavailableException if no quorum answers within {@link LocksConfig#joinTimeout()}
     */
    static Locks join(LocksConfig config) {
        Objects.requireNonNull(config, "The configuration must not be null.");
        return provider().join(config);
    }

    /**
     * Starts this node and returns at once; the node joins the cluster in the background. {@link #health()} tells its state. Until a
     * quorum is connected, acquisitions wait and fail with {@link LockUnavailableException} after
     * {@link LocksConfig#unavailableAfter}. If another process uses the id of this node, the node stops
     * ({@link Health.State#TWIN}). A guest first tries to connect with every member, for at most 1 s.
     *
     * @param config the members of the cluster, and which of them this process is
     * @return the locks; close them when the process ends
     * @throws InvalidConfigException if the configuration has errors; it lists all of them
     * @throws JoinFailedException if this node cannot start: port in use, TLS files or data directory unusable
     */
    static Locks start(LocksConfig config) {
        Objects.requireNonNull(config, "The configuration must not be null.");
        return provider().start(config);
    }

    private static LocksProvider provider() {
        return ServiceLoader.load(LocksProvider.class, Locks.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "quorate-api is on the class path, but no implementation of it: add the dependency"
                                + " io.quorate:quorate-node, in the same version."));
    }

    /**
     * Returns the lock with this name. Two calls with the same name return equal objects. Sends no message.
     *
     * @param name 1 to 512 bytes of UTF-8; names that begin with {@code $quorate/} are reserved
     * @return the lock
     * @throws IllegalArgumentException if the name is not allowed
     */
    DistributedLock lock(String name);

    /**
     * Returns the read-write lock with this name. Its write half is {@link #lock} with the same name.
     *
     * @param name as for {@link #lock}
     * @return the read-write lock
     */
    DistributedReadWriteLock readWriteLock(String name);

    /**
     * Creates a candidate for an election. The leader holds the {@link #lock} with this name.
     *
     * @param name as for {@link #lock}
     * @return a candidate that has not started yet
     */
    LeaderElection leaderElection(String name);

    /**
     * Returns a set of locks that are taken together, all or none.
     *
     * @param names 1 to 1,000 names; duplicates count once
     * @return the lock set
     * @throws IllegalArgumentException if there are no names, too many, or one is not allowed
     */
    default LockSet lockSet(String... names) {
        return lockSet(List.of(names));
    }

    /**
     * Returns a set of locks that are taken together, all or none.
     *
     * @param names 1 to 1,000 names; duplicates count once
     * @return the lock set
     * @throws IllegalArgumentException if there are no names, too many, or one is not allowed
     */
    LockSet lockSet(Collection<String> names);

    /**
     * Returns a semaphore.
     *
     * @param name as for {@link #lock}
     * @param permits the number of permits, 1 to {@link DistributedSemaphore#PERMITS_MAX}; the same at every node
     * @return the semaphore
     */
    DistributedSemaphore semaphore(String name, int permits);

    /**
     * Runs a task under a lock, as {@link #run(String, AcquireOptions, HeldTask)} does.
     *
     * @param <E> what the body throws
     * @param name the lock
     * @param timeout how long to wait for the lock
     * @param body runs while the lock is held
     * @throws InterruptedException if the thread is interrupted while it waits; the body did not run
     * @throws E if the body throws it
     */
    default <E extends Exception> void run(String name, Duration timeout, HeldTask<E> body)
            throws InterruptedException, E {
        run(name, AcquireOptions.timeout(timeout), body);
    }

    /**
     * Takes the lock, runs the body on the calling thread, and releases the lock.
     *
     * @param <E> what the body throws
     * @param name the lock
     * @param options how to take the lock
     * @param body runs while the lock is held
     * @throws InterruptedException if the thread is interrupted while it waits; the body did not run
     * @throws E if the body throws it
     * @throws LockTimeoutException if the lock was not granted within the timeout; the body did not run
     * @throws LockLostException after the body, if the lock was lost before the body ended. If the body throws too, its exception is
     *     thrown, with this one as suppressed
     */
    default <E extends Exception> void run(String name, AcquireOptions options, HeldTask<E> body)
            throws InterruptedException, E {
        Objects.requireNonNull(body, "The body must not be null.");
        call(name, options, hold -> {
            body.run(hold);
            return true;
        });
    }

    /**
     * Computes a result under a lock, as {@link #call(String, AcquireOptions, HeldCall)} does.
     *
     * @param <T> the result
     * @param <E> what the body throws
     * @param name the lock
     * @param timeout how long to wait for the lock
     * @param body runs while the lock is held
     * @return the result of the body
     * @throws InterruptedException if the thread is interrupted while it waits; the body did not run
     * @throws E if the body throws it
     */
    default <T extends @Nullable Object, E extends Exception> T call(String name, Duration timeout, HeldCall<T, E> body)
            throws InterruptedException, E {
        return call(name, AcquireOptions.timeout(timeout), body);
    }

    /**
     * Computes a result under a lock. Throws what {@link #run(String, AcquireOptions, HeldTask)} throws.
     *
     * @param <T> the result
     * @param <E> what the body throws
     * @param name the lock
     * @param options how to take the lock
     * @param body runs while the lock is held
     * @return the result of the body
     * @throws InterruptedException if the thread is interrupted while it waits; the body did not run
     * @throws E if the body throws it
     */
    default <T extends @Nullable Object, E extends Exception> T call(
            String name, AcquireOptions options, HeldCall<T, E> body) throws InterruptedException, E {
        Objects.requireNonNull(body, "The body must not be null.");
        Hold hold = lock(name).acquire(options);
        T result;
        try {
            result = body.call(hold);
        } catch (Throwable failure) {
            hold.close();
            hold.lossReason().ifPresent(reason -> failure.addSuppressed(new LockLostException(name, reason)));
            throw failure;
        }
        hold.close();
        Optional<LossReason> lost = hold.lossReason();
        if (lost.isPresent()) {
            throw new LockLostException(name, lost.get());
        }
        return result;
    }

    /**
     * A task that runs while a lock is held; see {@link #run}.
     *
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface HeldTask<E extends Exception> {
        /**
         * Runs the task.
         *
         * @param hold the lock that is held
         * @throws E if the task fails
         */
        void run(Hold hold) throws E;
    }

    /**
     * A computation that runs while a lock is held; see {@link #call}.
     *
     * @param <T> its result
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface HeldCall<T extends @Nullable Object, E extends Exception> {
        /**
         * Computes the result.
         *
         * @param hold the lock that is held
         * @return the result
         * @throws E if the computation fails
         */
        T call(Hold hold) throws E;
    }

    /**
     * Lists the locks in use in the whole cluster, ordered by name. Asks every node, and waits up to
     * {@link LocksConfig#describeTimeout} for the answers.
     *
     * @param prefix the names begin with this; empty for all
     * @param max the maximum number of locks; {@link LockListing#isCut()} tells whether there are more
     * @return the locks
     */
    default LockListing list(String prefix, int max) {
        return list(prefix, "", max);
    }

    /**
     * Lists a page of the locks, ordered by name. The next page begins after the last name of this one.
     *
     * @param prefix what the names begin with; empty for all
     * @param after only names after this one; empty for the first page
     * @param max the maximum number of locks; {@link LockListing#isCut()} tells whether there are more
     * @return the locks
     */
    LockListing list(String prefix, String after, int max);

    /**
     * Registers a listener for the outcome of every acquisition on this node.
     *
     * @param listener receives the outcomes
     * @return removes the listener when it is closed
     */
    Registration addListener(LockListener listener);

    /** {@return a snapshot of this node's counters. It takes about a millisecond; do not poll it in a loop} */
    LockStatistics statistics();

    /** {@return the state of this node: whether it has joined, whether it votes, which members are missing. Sends no message} */
    Health health();

    /**
     * Registers a listener for changes of {@link Health#state()}. Calls come in order, one at a time, on
     * {@link LocksConfig#callbackExecutor}. The current state is not reported: read {@link #health()} for it.
     *
     * @param listener receives the health after each change
     * @return removes the listener when it is closed
     */
    Registration addHealthListener(Consumer<Health> listener);

    /** {@return operator requests to the cluster through this node} */
    default LockAdmin admin() {
        throw new UnsupportedOperationException(
                "This wrapper of Locks has no operator requests: implement admin() by calling admin() of the Locks that it wraps.");
    }

    /** {@return the members of the cluster, and whether they are changing, as this node knows. Sends no message} */
    default RosterView roster() {
        throw new UnsupportedOperationException(
                "These Locks know no roster: pass on roster() of the Locks behind them.");
    }

    /**
     * Changes the roster of the running cluster while locks are held. The stage completes when the old roster is over, about one lease
     * after the decision: from then on nobody needs a node that left. To follow the progress, look at {@link #roster()} or register a
     * listener.
     *
     * @param change the change
     * @return the new roster; or an exceptional stage with {@link RosterRefusedException} if the change was refused and nothing changed
     */
    default CompletionStage<RosterView> changeRoster(RosterChange change) {
        throw new UnsupportedOperationException(
                "These Locks cannot change the roster: pass on changeRoster() of the Locks behind them.");
    }

    /**
     * Registers a listener for changes of {@link RosterView#configuration()}. It is called in order, one call at a time, where callbacks
     * run ({@link LocksConfig#callbackExecutor}).
     *
     * @param listener receives the roster after each change
     * @return closes the registration
     */
    default Registration addRosterListener(Consumer<RosterView> listener) {
        throw new UnsupportedOperationException(
                "These Locks know no roster: pass on addRosterListener() of the Locks behind them.");
    }

    /** {@return the id of this node} */
    String nodeId();

    /**
     * Leaves the cluster and stops all threads of this node. Releases all locks, and fails waiting acquisitions with
     * {@link LocksClosedException}. Open holds are lost ({@link LossReason#NODE_CLOSED}): call this when no work runs under a lock. A
     * lock whose {@link AcquireOptions#atLeast(Duration)} is not over is not released; the voters keep it until its lease ends.
     *
     * <p>First waits up to 5 s for {@link LeaderElection.Listener#lost} of leaderships that were given up. Removes the
     * {@linkplain LocksConfig#shutdownHook shutdown hook}. A second call does nothing.
     */
    @Override
    void close();
}
