package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.step.NodeSnapshot;
import java.util.Arrays;

/** How often each node that waits was passed: others entered, whom it excludes, since it asked. Counted up to one too many. */
public final class PassWatch {
    private final int[] passed;

    PassWatch(int nodes) {
        this.passed = new int[nodes];
    }

    /** The most that any node which waits now was passed. */
    public int worst() {
        int worst = 0;
        for (int count : passed) {
            worst = Math.max(worst, count);
        }
        return worst;
    }

    public int of(int index) {
        return passed[index];
    }

    public void set(int index, int count) {
        passed[index] = count;
    }

    /** This node does not wait any more, or waits anew. */
    void begin(NodeId node) {
        passed[node.index()] = 0;
    }

    /** The claim was granted, so its node waits no more, and others wait one longer. */
    void granted(NodeClaim claim, NodeSnapshot[] nodes, int most) {
        begin(claim.node());
        for (NodeSnapshot node : nodes) {
            if (!node.self().equals(claim.node()) && waitsFor(node, claim)) {
                int index = node.self().index();
                passed[index] = Math.min(most + 1, passed[index] + 1);
            }
        }
    }

    private static boolean waitsFor(NodeSnapshot node, NodeClaim claim) {
        for (NodeClaim waiter : node.waiting()) {
            if (waiter.lock().equals(claim.lock()) && waiter.mode().conflictsWith(claim.mode())) {
                return true;
            }
        }
        return false;
    }

    void copyFrom(PassWatch other) {
        System.arraycopy(other.passed, 0, passed, 0, passed.length);
    }

    @Override
    public String toString() {
        return Arrays.toString(passed);
    }
}
