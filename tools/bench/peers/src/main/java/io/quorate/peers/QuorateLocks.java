// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.cli.bench.load.LockClient;
import io.quorate.cli.cluster.AllNodes;
import io.quorate.node.ClusterNode;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Our own: the client is a node, embedded. */
final class QuorateLocks implements LockClient {
    private final ClusterNode node;

    private QuorateLocks(ClusterNode node) {
        this.node = node;
    }

    /** Joins, and waits for all the others: a measurement is of the whole cluster. */
    static QuorateLocks join(LocksConfig config) throws InterruptedException {
        QuorateLocks locks = new QuorateLocks(ClusterNode.open(config, UnaryOperator.identity()));
        AllNodes.await(locks.node, Duration.ofSeconds(60));
        return locks;
    }

    @Override
    public Held acquire(String name, Duration timeout) throws InterruptedException {
        Hold hold = node.locks().lock(name).acquire(timeout);
        return hold::close;
    }

    @Override
    public String settings() {
        return node.protocol().name() + ", quorums " + node.quorumsInBrief()
                + ", connections without TLS, no data directory";
    }

    @Override
    public void close() {
        node.close();
    }
}
