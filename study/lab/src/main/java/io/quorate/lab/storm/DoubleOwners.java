// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeSet;
import io.quorate.overlay.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts how often two nodes at once believe that the same replica is theirs, and vote: what locks on an overlay rest on is that this
 * does not last. That it never happens is more than they need.
 */
final class DoubleOwners {
    private final List<Replica> replicas = new ArrayList<>();
    private long count;

    private static final class Replica {
        private final Key key;
        private NodeSet owners = NodeSet.EMPTY;

        Replica(Key key) {
            this.key = key;
        }
    }

    DoubleOwners(List<LockName> locks, int replicasOfEach) {
        for (LockName lock : locks) {
            for (int number = 0; number < replicasOfEach; number++) {
                replicas.add(new Replica(Key.ofReplica(lock.toString(), number)));
            }
        }
    }

    /** The node has a turn, or has ended, or stands still: then it votes for nobody. */
    void look(StormNode node) {
        boolean votes = node.isVoting() && !node.isPaused();
        for (Replica replica : replicas) {
            boolean owns = votes && node.owns(replica.key);
            boolean owned = replica.owners.contains(node.self());
            if (owns && !owned) {
                count += replica.owners.isEmpty() ? 0 : 1;
                replica.owners = replica.owners.with(node.self());
            } else if (owned && !owns) {
                replica.owners = replica.owners.without(node.self());
            }
        }
    }

    long count() {
        return count;
    }
}
