// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.kit.Passing.Order;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.lab.world.step.NodeSnapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How often each node that waits was passed, by what {@link Passing} says. Counted up to one too many. For the orders it is noted
 * of each node at how many quiet releases it has waited, and whether it was the oldest at the last. A fault ends what was noted:
 * what a request left in a queue may be lost then. So does a node that gives up, whose place another request of it may find.
 */
public final class PassWatch {
    private static final int COUNT = 0xffff;

    /** One quiet release at which it has waited; they are counted up to {@link #RELEASES}. */
    private static final int RELEASE = COUNT + 1;

    private static final int RELEASES = 0xf * RELEASE;

    /** It was the oldest that waited at the last quiet release, after which nobody has entered yet. */
    private static final int OLDEST = RELEASES + RELEASE;

    private final int[] passed;

    /** In a step in which a lock is given back: by whom. */
    private @Nullable NodeId releasing;

    PassWatch(int nodes) {
        this.passed = new int[nodes];
    }

    /** The most that any node which waits now was passed. */
    public int worst() {
        int worst = 0;
        for (int each : passed) {
            worst = Math.max(worst, each & COUNT);
        }
        return worst;
    }

    /** The count of a node and what is noted of it, as one number. */
    public int of(int index) {
        return passed[index];
    }

    public void set(int index, int count) {
        passed[index] = count;
    }

    /** This node does not wait any more, or has begun a new wait. */
    void begin(NodeId node) {
        passed[node.index()] = 0;
    }

    /** Whether somebody waits who has waited at a quiet release. */
    public boolean isSomebodyDue() {
        return Arrays.stream(passed).anyMatch(each -> (each & RELEASES) != 0);
    }

    /** Something is lost, taken for lost or taken back: what was noted of queues says nothing now. */
    void forgetOrder() {
        for (int index = 0; index < passed.length; index++) {
            passed[index] &= COUNT;
        }
    }

    /** A node has asked. One that is older than all who waited goes before them. */
    void asked(NodeClaim claim, Cluster cluster) {
        for (int index = 0; index < passed.length; index++) {
            if ((passed[index] & OLDEST) != 0) {
                Stamp own = stamp(cluster, claim.node().index(), claim.lock());
                Stamp oldest = stamp(cluster, index, claim.lock());
                boolean goesBefore = own != null && oldest != null && own.isBefore(oldest);
                passed[index] &= goesBefore ? ~OLDEST : -1;
            }
        }
    }

    /** A step is over. */
    void stepped() {
        releasing = null;
    }

    /** The lock is about to be given back. */
    void released(NodeClaim claim, Cluster cluster) {
        Order order = cluster.setup().passing().order();
        releasing = claim.node();
        if (order == Order.ANY || cluster.framesInFlight() > 0) {
            return;
        }
        int oldest = -1;
        for (int index = 0; index < passed.length; index++) {
            int before = order == Order.ARRIVAL ? passed[index] & RELEASES : 0;
            passed[index] &= COUNT;
            if (waitsFor(cluster.node(index), claim) && hasAsked(cluster.node(index), claim.lock())) {
                passed[index] |= Math.min(RELEASES, before + RELEASE);
                oldest = older(index, oldest, claim.lock(), cluster);
            }
        }
        if (oldest >= 0 && order == Order.AGE) {
            passed[oldest] |= OLDEST;
        }
    }

    /** Whether others know of it. A claim behind a hold of its own node has not asked anybody yet. */
    private static boolean hasAsked(NodeSnapshot node, LockName lock) {
        LockFacts facts = node.facts().lock(lock);
        return facts != null && facts.phase() != Phase.HOLDING;
    }

    private static int older(int one, int other, LockName lock, Cluster cluster) {
        Stamp first = stamp(cluster, one, lock);
        Stamp second = other < 0 ? null : stamp(cluster, other, lock);
        return first != null && (second == null || first.isBefore(second)) ? one : other;
    }

    private static @Nullable Stamp stamp(Cluster cluster, int index, LockName lock) {
        LockFacts facts = cluster.node(index).facts().lock(lock);
        return facts == null ? null : facts.stamp();
    }

    /** The claim was granted, so its node waits no more, and others wait one longer. */
    void granted(NodeClaim claim, Cluster cluster) {
        Passing passing = cluster.setup().passing();
        if (claim.node().equals(releasing) && passing.order() != Order.ANY) {
            forgetOrder(); // it was not given back, but handed over within the node, which the engine bounds
        }
        int own = passed[claim.node().index()] & RELEASES;
        begin(claim.node());
        for (NodeSnapshot node : cluster.nodes) {
            int index = node.self().index();
            if (!node.self().equals(claim.node()) && waitsFor(node, claim)) {
                boolean isPassed = switch (passing.order()) {
                    case ANY -> true;
                    case AGE -> (passed[index] & OLDEST) != 0;
                    case ARRIVAL -> own < (passed[index] & RELEASES);
                };
                int notes = passed[index] & ~OLDEST & ~COUNT;
                int count = (passed[index] & COUNT) + (isPassed ? 1 : 0);
                passed[index] = notes | Math.min(passing.max() + 1, count);
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
