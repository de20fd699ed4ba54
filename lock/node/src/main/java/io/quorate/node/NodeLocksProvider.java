// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.LocksProvider;
import java.util.function.UnaryOperator;

/** Runs nodes inside the application's own process. */
public final class NodeLocksProvider implements LocksProvider {
    @Override
    public Locks join(LocksConfig config) {
        ClusterNode node = ClusterNode.open(config, UnaryOperator.identity());
        node.awaitQuorum();
        node.closeWithProcess(config);
        return node.locks();
    }

    @Override
    public Locks start(LocksConfig config) {
        ClusterNode node = ClusterNode.start(config);
        node.closeWithProcess(config);
        return node.locks();
    }
}
