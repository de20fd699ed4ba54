// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.facts.NodeFacts.Entry;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.lab.world.step.NodeSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Watches that no later reader overtakes a writer that waits for readers of its own node (rule M). A reader's request is <em>later</em> than the
 * writer if its stamp is, and if at some moment a quorum of voters knew of the writer and none of them had granted the reader. Of the
 * first four nodes, and the usual lock; in a few bits, for it belongs to the state of the cluster.
 */
public final class OvertakingWatch {
    private static final int NODES_MAX = 4;
    private static final int OVERTAKEN = 1 << (NODES_MAX * NODES_MAX);

    private int bits;

    public int bits() {
        return bits;
    }

    public void set(int all) {
        bits = all;
    }

    /** Whether a later reader got the lock before such a writer. */
    public boolean hasOvertaken() {
        return (bits & OVERTAKEN) != 0;
    }

    /** Whether some reader waits, or has waited at the last step, that is later than such a writer. */
    public boolean someoneIsLater() {
        return (bits & (OVERTAKEN - 1)) != 0;
    }

    private static int bit(int reader, int writer) {
        return 1 << (reader * NODES_MAX + writer);
    }

    private static int bitsOf(int reader) {
        return ((1 << NODES_MAX) - 1) << (reader * NODES_MAX);
    }

    void granted(NodeClaim claim) {
        int reader = claim.node().index();
        boolean isWatched = claim.mode() == Mode.SHARED && reader < NODES_MAX && isOfUsualLock(claim);
        if (isWatched && (bits & bitsOf(reader)) != 0) {
            bits |= OVERTAKEN;
        }
    }

    private static boolean isOfUsualLock(NodeClaim claim) {
        return claim.lock().equals(Choice.USUAL_LOCK);
    }

    /** A step is over: who is later than which writer now? */
    void look(Cluster cluster) {
        int nodes = Math.min(NODES_MAX, cluster.size());
        for (int writer = 0; writer < nodes; writer++) {
            if (someoneIsLater() || isWatched(cluster.node(writer))) {
                look(cluster, writer, nodes);
            }
        }
    }

    /** Only a node that reads while a claim of it waits may have a writer behind its readers. */
    private static boolean isWatched(NodeSnapshot node) {
        return !node.waiting().isEmpty()
                && !node.holding().isEmpty()
                && node.holding().get(0).mode() == Mode.SHARED;
    }

    private void look(Cluster cluster, int writer, int nodes) {
        LockFacts facts = facts(cluster, writer);
        Stamp announced = facts == null ? null : facts.writer();
        Stamp live = announced == null ? request(cluster, writer, Mode.EXCLUSIVE) : announced;
        NodeSet knowing = announced == null ? NodeSet.EMPTY : knowing(cluster, announced);
        boolean isKnown = announced != null
                && cluster.setup().placement().of(Choice.USUAL_LOCK).isQuorum(knowing);
        for (int reader = 0; reader < nodes; reader++) {
            Stamp request = reader == writer ? null : request(cluster, reader, Mode.SHARED);
            if (request == null || live == null || !live.isBefore(request)) {
                bits &= ~bit(reader, writer);
            } else if (isKnown && !isGrantedByOneOf(cluster, knowing, request)) {
                bits |= bit(reader, writer);
            }
        }
    }

    private static @Nullable LockFacts facts(Cluster cluster, int index) {
        LockName usual = Choice.USUAL_LOCK;
        return cluster.node(index).facts().lock(usual);
    }

    /** The request of a node that waits in this mode. */
    private static @Nullable Stamp request(Cluster cluster, int index, Mode mode) {
        LockFacts facts = facts(cluster, index);
        if (facts == null || facts.phase() != Phase.WAITING) {
            return null;
        }
        for (NodeClaim waiter : cluster.node(index).waiting()) {
            if (isOfUsualLock(waiter)) {
                return waiter.mode() == mode ? facts.stamp() : null;
            }
        }
        return null;
    }

    private static NodeSet knowing(Cluster cluster, Stamp announced) {
        NodeSet knowing = NodeSet.EMPTY;
        for (int index = 0; index < cluster.size(); index++) {
            LockFacts voter = facts(cluster, index);
            for (int place = 0; voter != null && place < voter.entries().size(); place++) {
                Entry entry = voter.entries().get(place);
                knowing = announced.equals(entry.writer()) ? knowing.with(NodeId.of(index)) : knowing;
            }
        }
        return knowing;
    }

    private static boolean isGrantedByOneOf(Cluster cluster, NodeSet voters, Stamp request) {
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            LockFacts voter = facts(cluster, index);
            Entry entry = voter == null ? null : voter.entryOf(request);
            if (entry != null && entry.granted()) {
                return true;
            }
        }
        return false;
    }
}
