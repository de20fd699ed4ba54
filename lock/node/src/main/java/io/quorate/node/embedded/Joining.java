// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.TransportException;
import io.quorate.node.time.TimerWheel;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.LocalClaim.State;
import io.quorate.node.turn.NodeSettings;
import io.quorate.node.turn.OpenHolds.Limits;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How a node that has started waits until it can be used. */
public final class Joining {
    /** The lock that joining nodes acquire, shared, to test whether locks are available. */
    public static final LockName PROBE = LockName.reserved("join");

    /** A waiting thread checks at this interval whether the node is still alive. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Nodes that refuse this one may be about to be replaced; after this time nobody waits for that. */
    private static final long HOPELESS_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final RunningNode node;

    /** The members that refuse this node. Guarded by this object, as is the next. */
    private NodeSet refusing = NodeSet.EMPTY;

    /** Since when there is no quorum without these; 0 if there is. */
    private long hopelessSince;

    /** Open when enough nodes are there; a new one each time that one waits for them again. */
    private volatile CountDownLatch quorate = new CountDownLatch(1);

    /** Waits until locks are available, unless another thread already waits; null if one does. */
    private volatile @Nullable Thread background;

    /** Why this node and another do not talk with each other, if that has happened. */
    private volatile String lastRefusal = "";

    Joining(RunningNode node) {
        this.node = node;
    }

    void refused(String why) {
        lastRefusal = why;
    }

    synchronized void refusedBy(NodeId peer) {
        refusing = refusing.with(peer);
        if (hopelessSince == 0 && !node.availability.isAvailable(PROBE, refusing)) {
            hopelessSince = System.nanoTime() | 1;
        }
    }

    synchronized void acceptedBy(NodeId peer) {
        refusing = refusing.without(peer);
        if (node.availability.isAvailable(PROBE, refusing)) {
            hopelessSince = 0;
        }
    }

    /** A quorum of members has refused this node for so long that it cannot join until it or they get another configuration. */
    private synchronized boolean isHopeless() {
        return hopelessSince != 0 && System.nanoTime() - hopelessSince > HOPELESS_NANOS;
    }

    /** To be called whenever nodes may have come. */
    void look() {
        CountDownLatch present = quorate;
        if (present.getCount() > 0 && node.availability.isAvailable()) {
            present.countDown();
            lastRefusal = ""; // it did not matter
        }
    }

    /** Returns when enough nodes are there to decide about locks; else closes this one and throws. */
    void awaitQuorum() {
        Duration timeout = node.settings.joinTimeout();
        if (!quorumComes(NodeSettings.nanos(timeout))) {
            throw failure("This node could not join the cluster " + node.names.cluster()
                    + (isHopeless() ? "" : " within " + timeout.toMillis() + " ms") + lastRefusalInWords());
        }
    }

    /** Why another node refuses this one, if that has happened and this node has needed it since. */
    String lastRefusalInWords() {
        String refusal = lastRefusal;
        return refusal.isEmpty() ? "" : " (it does not fit with one of the others: " + refusal + ")";
    }

    private boolean quorumComes(long timeout) {
        try {
            long end = System.nanoTime() + timeout;
            boolean here = false;
            while (!here && !isInVain() && end - System.nanoTime() > 0) {
                here = quorate.await(Math.min(LOOK_NANOS, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
            return here;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isInVain() {
        return node.failure() != null || node.isClosed() || (background == null && isHopeless());
    }

    /**
     * Returns when enough of the nodes grant; else closes this one and throws. Nodes that have just started grant nothing for about a
     * lease, and the caller should not have to know that. If too many go again meanwhile, they are waited for again.
     */
    void awaitVotes(long memoryNanos) {
        long timeout = TimerWheel.sum(memoryNanos, NodeSettings.nanos(node.settings.joinTimeout()));
        long end = TimerWheel.sum(node.now(), timeout);
        State outcome = State.UNAVAILABLE;
        while (outcome == State.UNAVAILABLE || outcome == State.LOST) {
            quorate = new CountDownLatch(1);
            look();
            if (!quorumComes(end - node.now())) {
                break;
            }
            outcome = probe(end - node.now());
        }
        if (outcome != State.RELEASED) {
            throw failure("This node could not join the cluster " + node.names.cluster()
                    + ": enough others were there, but too few of them would grant anything within "
                    + TimeUnit.NANOSECONDS.toMillis(timeout) + " ms, or they went again");
        }
    }

    /**
     * Waits, on a thread of its own, until the node can have locks: without a limit, and without closing the node. To be called before
     * the node opens; the thread begins with {@link #goOn}.
     */
    void inBackground(boolean isLeased, ThreadFactory threads) {
        if (!isLeased) {
            return; // a quorum is all that it takes
        }
        node.healthWatch().needProof();
        Thread waits = threads.newThread(this::joinAtLast);
        waits.setName("quorate-join-" + node.names.of(node.self));
        waits.setDaemon(true);
        background = waits;
    }

    /** The node is open. */
    void goOn() {
        Thread waits = background;
        if (waits != null) {
            waits.start();
        }
    }

    private void joinAtLast() {
        State outcome = State.UNAVAILABLE;
        // CLOSED: the node closes or drains, and answers every further claim at once.
        while (outcome != State.RELEASED && outcome != State.CLOSED && !node.isClosed() && node.failure() == null) {
            quorate = new CountDownLatch(1);
            look();
            if (quorumComes(TimeUnit.HOURS.toNanos(1))) {
                outcome = probe(TimerWheel.NEVER / 2);
            }
        }
        if (outcome == State.RELEASED) {
            node.healthWatch().proven();
        }
    }

    /** The outcome of acquiring and releasing a lock. */
    private State probe(long timeout) {
        LocalClaim probe = node.ask(PROBE, Mode.SHARED, new AcquireTimeout(timeout, timeout), Limits.NONE, null);
        if (!probe.await(true, LocalClaim.Spin.NEVER)) {
            node.abandon(probe);
        } else if (node.release(probe)) {
            return State.RELEASED;
        }
        return probe.state();
    }

    private LockUnavailableException failure(String what) {
        String why = node.failure();
        if (why != null) {
            throw new TransportException("this node has ended, because " + why);
        }
        node.close();
        return node.availability.failure("", what);
    }
}
