package io.quorate.api;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a cluster, seen from one of its nodes: this process.
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
 * <p>Locks are cheap: a name takes memory only while somebody wants it.
 */
public interface Locks extends AutoCloseable {
    /**
     * Does what {@link #start} does, then waits: returns once enough nodes answer to decide about locks, or throws
     * {@link LockUnavailableException} after {@link LocksConfig#joinTimeout()}, or {@link JoinFailedException} if this node
     * cannot even start; then it has left nothing behind. When too many nodes have just started, this lasts about a {@link
     * LocksConfig#lease} longer: what they granted before may still be in use, so they grant nothing yet. A configuration
     * that cannot work ends in {@link InvalidConfigException}, which lists every fault.
     */
    static Locks join(LocksConfig config) {
        Objects.requireNonNull(config, "The configuration must not be null.");
        return provider().join(config);
    }

    /**
     * Starts the node and returns at once; it joins the cluster in the background. {@link #health()} says how far it is. Until a quorum is
     * there, whoever asks for a lock waits, and is told {@link LockUnavailableException} after {@link LocksConfig#unavailableAfter},
     * as when a quorum was lost. Faults that no other node has a part in throw here as they do in {@link #join}: of the configuration,
     * of TLS files, of the data directory, or a port in use. If another process has the id of this node, it ends by itself
     * ({@link Health.State#TWIN}). A guest first calls every member once, for at most 1 s.
     */
    static Locks start(LocksConfig config) {
        Objects.requireNonNull(config, "The configuration must not be null.");
        return provider().start(config);
    }

    private static LocksProvider provider() {
        return ServiceLoader.load(LocksProvider.class, Locks.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "quorate-api is on the class path, but not what runs behind it: add the dependency"
                                + " io.quorate:quorate-node, of the same version."));
    }

    /**
     * The lock with this name: 1 to 512 bytes of UTF-8 that do not begin with {@code $quorate/}, which is reserved; else
     * {@link IllegalArgumentException}. Asked for twice, a name gives equal objects of one lock.
     */
    DistributedLock lock(String name);

    /** The read-write lock with this name; its write half is {@link #lock} with the same name. */
    DistributedReadWriteLock readWriteLock(String name);

    /** An election of one leader among all who stand for this name, which is the name of a lock too ({@link #lock}). */
    LeaderElection leaderElection(String name);

    /** Several locks that are taken together, all or none. A name that is given twice counts once. */
    default LockSet lockSet(String... names) {
        return lockSet(List.of(names));
    }

    /** As {@link #lockSet(String...)}: 1 to 1,000 names, else {@link IllegalArgumentException}. */
    LockSet lockSet(Collection<String> names);

    /** A semaphore with this many permits, 1 to {@link DistributedSemaphore#PERMITS_MAX}; the same number at every node. */
    DistributedSemaphore semaphore(String name, int permits);

    /** As {@link #run(String, AcquireOptions, HeldTask)}, waiting at most so long. */
    default <E extends Exception> void run(String name, Duration timeout, HeldTask<E> body)
            throws InterruptedException, E {
        run(name, AcquireOptions.timeout(timeout), body);
    }

    /**
     * Takes the lock, runs the body, and closes the hold, whatever the body does. What the body throws is passed on.
     *
     * @throws LockTimeoutException if others held the lock until the timeout ended; the body did not run
     * @throws LockLostException after the body, if the lock was lost before the body ended. If the body throws too, its
     *     exception is thrown, and this one is suppressed in it
     */
    default <E extends Exception> void run(String name, AcquireOptions options, HeldTask<E> body)
            throws InterruptedException, E {
        Objects.requireNonNull(body, "The body must not be null.");
        call(name, options, hold -> {
            body.run(hold);
            return true;
        });
    }

    /** As {@link #call(String, AcquireOptions, HeldCall)}, waiting at most so long. */
    default <T extends @Nullable Object, E extends Exception> T call(String name, Duration timeout, HeldCall<T, E> body)
            throws InterruptedException, E {
        return call(name, AcquireOptions.timeout(timeout), body);
    }

    /** As {@link #run(String, AcquireOptions, HeldTask)}, and returns what the body returns. */
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

    /** What is done while a lock is held; see {@link #run}. */
    @FunctionalInterface
    interface HeldTask<E extends Exception> {
        void run(Hold hold) throws E;
    }

    /** What is computed while a lock is held; see {@link #call}. */
    @FunctionalInterface
    interface HeldCall<T extends @Nullable Object, E extends Exception> {
        T call(Hold hold) throws E;
    }

    /**
     * The locks in use anywhere in the cluster whose names begin so, in the order of their names: asks every node, and waits a
     * short time for their answers, as {@link DistributedLock#describe()} does.
     *
     * @param prefix what the names begin with; empty for all
     * @param max how many at most; {@link LockListing#isCut()} says whether there are more
     */
    LockListing list(String prefix, int max);

    /** Registers a listener for the outcome of every acquisition on this node, until the registration is closed. */
    Registration addListener(LockListener listener);

    /** A snapshot of this node's counters. Takes about a millisecond; do not poll it in a loop. */
    LockStatistics statistics();

    /** What this node can do now: whether it has joined, whether it votes, and which members are missing. Cheap; sends no message. */
    Health health();

    /**
     * Calls the listener after each change of {@link Health#state()}, until the registration is closed: in order, one call at a time,
     * where callbacks run ({@link LocksConfig#callbackExecutor}). {@link #health()} says how things are before the first change.
     */
    Registration addHealthListener(Consumer<Health> listener);

    /** What operators ask of the cluster through this node. */
    default LockAdmin admin() {
        throw new UnsupportedOperationException(
                "These Locks cannot be asked about members and releases: pass on admin() of the Locks behind them.");
    }

    /** Which node of the cluster this is. */
    String nodeId();

    /**
     * Leaves the cluster: gives back what is held here, fails what waits here with {@link LocksClosedException}, ends all
     * threads. Holds still open are lost ({@link LossReason#NODE_CLOSED}): close only when nothing works under them any more. A lock
     * whose {@link AcquireOptions#atLeast(Duration)} is not over is not given back: the voters keep it until the lease has run
     * out. Before all that, waits up to 5 s until {@link LeaderElection.Listener#lost} has returned for leaderships that were given up.
     * Removes the {@linkplain LocksConfig#shutdownHook shutdown hook}. A second call does nothing.
     */
    @Override
    void close();
}
