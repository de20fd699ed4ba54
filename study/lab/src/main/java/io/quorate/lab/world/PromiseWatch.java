// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.List;

/**
 * Watches what is promised about single claims: that one which wants a lock now or not at all is told "busy" only if somebody held
 * the lock after it asked (B3), and that a hold with its spare votes survives the crash of a node (V3). All in a few bits
 * for each of the first eight nodes, for it belongs to the state of the cluster.
 */
public final class PromiseWatch {
    private static final int NODES_MAX = 8;
    private static final int ASKED = 0;
    private static final int SEEN_HELD = NODES_MAX;
    private static final int SHELTERED = 2 * NODES_MAX;
    private static final int FALSE_BUSY = 1 << (3 * NODES_MAX);
    private static final int LOST_WITH_SPARES = FALSE_BUSY << 1;

    private int bits;
    private final OvertakingWatch overtaking = new OvertakingWatch();

    /** Whether later readers overtake writers (M). */
    public OvertakingWatch overtaking() {
        return overtaking;
    }

    public int bits() {
        return bits;
    }

    public void set(int all) {
        bits = all;
    }

    /** Whether a claim was told "busy" although nobody held the lock after it asked. */
    public boolean hasFalseBusy() {
        return (bits & FALSE_BUSY) != 0;
    }

    /** Whether a hold was lost that had its spare votes when a node crashed. */
    public boolean hasLostWithSpares() {
        return (bits & LOST_WITH_SPARES) != 0;
    }

    private static int bit(int kind, NodeId node) {
        return node.index() < NODES_MAX ? 1 << (kind + node.index()) : 0;
    }

    void asked(NodeClaim claim) {
        if (claim.isNow()) {
            bits |= bit(ASKED, claim.node());
        }
    }

    void ended(NodeClaim claim) {
        bits &= ~(bit(ASKED, claim.node()) | bit(SEEN_HELD, claim.node()) | bit(SHELTERED, claim.node()));
    }

    void busy(NodeClaim claim) {
        if ((bits & bit(SEEN_HELD, claim.node())) == 0) {
            bits |= FALSE_BUSY;
        }
        ended(claim);
    }

    void lost(NodeClaim claim) {
        if ((bits & bit(SHELTERED, claim.node())) != 0) {
            bits |= LOST_WITH_SPARES;
        }
        ended(claim);
    }

    /** A node is about to crash: whose holds have their spare votes? */
    void crashes(Cluster cluster, NodeId crashing) {
        for (int index = 0; index < cluster.size(); index++) {
            for (NodeClaim claim : cluster.node(index).holding()) {
                if (!claim.node().equals(crashing) && cluster.node(index).hasSpares(claim.lock())) {
                    bits |= bit(SHELTERED, claim.node());
                }
            }
        }
    }

    /** A step is over: callers now see the holders. */
    void look(Cluster cluster) {
        overtaking.look(cluster);
        if ((bits & ((1 << NODES_MAX) - 1)) == 0) {
            return;
        }
        for (int index = 0; index < cluster.size(); index++) {
            List<NodeClaim> waiting = cluster.node(index).waiting();
            for (NodeClaim claim : waiting) {
                if (claim.isNow() && isHeld(cluster, claim)) {
                    bits |= bit(SEEN_HELD, claim.node());
                }
            }
        }
    }

    private static boolean isHeld(Cluster cluster, NodeClaim claim) {
        for (int index = 0; index < cluster.size(); index++) {
            for (NodeClaim holder : cluster.node(index).holding()) {
                if (holder.lock().equals(claim.lock())) {
                    return true;
                }
            }
        }
        return false;
    }
}
