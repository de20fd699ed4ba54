package io.quorate.node.embedded;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.LockListener;
import io.quorate.api.LockListing;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.admin.AdminRequest;
import java.util.Objects;

/** The locks of a node that runs in this process. */
public final class EmbeddedLocks implements Locks {
    private final RunningNode node;
    private final ThreadHolds threadHolds = new ThreadHolds();

    public EmbeddedLocks(RunningNode node) {
        this.node = node;
    }

    public RunningNode node() {
        return node;
    }

    @Override
    public DistributedLock lock(String name) {
        return ofName(named(name));
    }

    /** Also a reserved one. */
    public DistributedLock ofName(LockName lock) {
        return new EmbeddedLock(node, threadHolds, lock, Mode.EXCLUSIVE);
    }

    @Override
    public DistributedReadWriteLock readWriteLock(String name) {
        LockName lock = named(name);
        return new ReadWrite(
                new EmbeddedLock(node, threadHolds, lock, Mode.SHARED),
                new EmbeddedLock(node, threadHolds, lock, Mode.EXCLUSIVE));
    }

    private static LockName named(String name) {
        return LockName.of(Objects.requireNonNull(name, "The name of a lock must not be null."));
    }

    private record ReadWrite(DistributedLock readLock, DistributedLock writeLock) implements DistributedReadWriteLock {}

    @Override
    public LockListing list(String prefix, int max) {
        Objects.requireNonNull(prefix, "The prefix must not be null: give an empty one for all locks.");
        if (max < 1) {
            throw new IllegalArgumentException("A list of at most " + max + " locks: ask for at least one.");
        }
        if (node.isClosed()) {
            throw node.closedException(prefix);
        }
        return node.clusterQuery().descriptions(AdminRequest.list(prefix, max)).list(max);
    }

    @Override
    public Registration addListener(LockListener listener) {
        return node.observers().add(Objects.requireNonNull(listener, "A listener must not be null."));
    }

    @Override
    public LockStatistics statistics() {
        return node.statistics();
    }

    @Override
    public String nodeId() {
        return node.names.of(node.self);
    }

    @Override
    public void close() {
        node.close();
    }

    @Override
    public String toString() {
        return "Locks(cluster " + node.names.cluster() + ", node " + nodeId() + ")";
    }
}
