package io.quorate.node;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.Locks;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import java.util.Objects;

/** The locks of a node that runs in this process. */
final class EmbeddedLocks implements Locks {
    private final RunningNode node;
    private final ThreadHolds threadHolds = new ThreadHolds();

    EmbeddedLocks(RunningNode node) {
        this.node = node;
    }

    RunningNode node() {
        return node;
    }

    @Override
    public DistributedLock lock(String name) {
        return new EmbeddedLock(node, threadHolds, named(name), Mode.EXCLUSIVE);
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
    public String nodeId() {
        return node.names.of(node.self);
    }

    @Override
    public void close() {
        node.close();
    }

    @Override
    public String toString() {
        return "Locks(cluster " + node.roster.cluster() + ", node " + nodeId() + ")";
    }
}
