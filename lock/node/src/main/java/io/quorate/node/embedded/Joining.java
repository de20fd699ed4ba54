package io.quorate.node.embedded;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.net.TransportException;
import io.quorate.node.time.TimerWheel;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.LocalClaim.State;
import io.quorate.node.turn.NodeSettings;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a node that has started waits until it can be used. */
public final class Joining {
    /** What is asked for, shared with everybody who joins, to see whether anything can be had. */
    public static final LockName PROBE = LockName.reserved("join");

    /** Whoever waits looks this often whether the node still lives. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final RunningNode node;

    /** Open when enough nodes are there; a new one each time that one waits for them again. */
    private volatile CountDownLatch quorate = new CountDownLatch(1);

    /** Why this node and another do not talk with each other, if that has happened. */
    private volatile String lastRefusal = "";

    Joining(RunningNode node) {
        this.node = node;
    }

    void refused(String why) {
        lastRefusal = why;
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
            throw failure("This node could not join the cluster " + node.names.cluster() + " within "
                    + timeout.toMillis() + " ms" + lastRefusalInWords());
        }
    }

    /** Why another node refuses this one, if that has happened and this node could not do without it since. */
    String lastRefusalInWords() {
        String refusal = lastRefusal;
        return refusal.isEmpty() ? "" : " (it does not fit with one of the others: " + refusal + ")";
    }

    private boolean quorumComes(long timeout) {
        try {
            long end = System.nanoTime() + timeout;
            boolean here = false;
            while (!here && node.failure() == null && end - System.nanoTime() > 0) {
                here = quorate.await(Math.min(LOOK_NANOS, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
            return here;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Returns when enough of the nodes grant; else closes this one and throws. Those that have just started grant nothing for
     * about a lease, and whoever joins should not have to know. If too many go again meanwhile, they are waited for again.
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

    /** What becomes of a lock that is asked for and given back at once. */
    private State probe(long timeout) {
        LocalClaim probe = node.ask(PROBE, Mode.SHARED, new AcquireTimeout(timeout, timeout), null);
        if (!probe.await(true, 0)) {
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
