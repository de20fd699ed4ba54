package io.quorate.node;

import io.quorate.api.LockCluster;
import io.quorate.api.LockClusterProvider;
import io.quorate.api.LocksConfig;

/** Runs whole clusters inside a test. */
public final class InMemoryClusterProvider implements LockClusterProvider {
    @Override
    public LockCluster inMemory(int nodes) {
        LocksConfig usual = LocksConfig.of("a=localhost:1");
        return new InMemoryCluster(
                NodeBuilder.of(InMemoryCluster.roster(nodes), usual.protocol(), null, NodeSettings.of(usual)));
    }
}
