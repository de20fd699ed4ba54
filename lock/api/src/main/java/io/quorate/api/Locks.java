package io.quorate.api;

import java.util.Objects;
import java.util.ServiceLoader;

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
     * Joins the cluster: returns once enough nodes answer to decide about locks, or throws
     * {@link LockUnavailableException} after {@link LocksConfig#joinTimeout()}, or {@link JoinFailedException} if this node
     * cannot even start; then it has left nothing behind. When too many nodes have just started, this lasts about a {@link
     * LocksConfig#lease} longer: what they granted before may still be in use, so they grant nothing yet. A configuration
     * that cannot work ends in {@link InvalidConfigException}, which lists every fault.
     */
    static Locks join(LocksConfig config) {
        Objects.requireNonNull(config, "The configuration must not be null.");
        return provider().join(config);
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
     * {@link IllegalArgumentException}. Asked for twice, a name is the same lock, though not the same object.
     */
    DistributedLock lock(String name);

    /** The read-write lock with this name; its write half is {@link #lock} with the same name. */
    DistributedReadWriteLock readWriteLock(String name);

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

    /** Which node of the cluster this is. */
    String nodeId();

    /**
     * Leaves the cluster: gives back what is held here, fails what waits here with {@link LocksClosedException}, ends all
     * threads. Holds still open are lost ({@link LossReason#NODE_CLOSED}). A second call does nothing.
     */
    @Override
    void close();
}
