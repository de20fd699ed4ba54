package io.quorate.node;

import io.quorate.api.LockCluster;
import io.quorate.api.Locks;
import java.util.List;

class InMemoryLockTest extends LockContract {
    @Override
    protected List<EmbeddedLocks> start() {
        LockCluster cluster = Locks.inMemory(3);
        return cluster.nodes().stream().map(EmbeddedLocks.class::cast).toList();
    }
}
