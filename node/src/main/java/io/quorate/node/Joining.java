package io.quorate.node;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a node that has started waits until it can be used. */
final class Joining {
    /** What is asked for, shared with everybody who joins, to see whether anything can be had. */
    static final LockName PROBE = LockName.of("quorate/join");

    private final RunningNode node;
    private final CountDownLatch quorate = new CountDownLatch(1);

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
        if (quorate.getCount() > 0 && node.availability.isAvailable()) {
            quorate.countDown();
        }
    }

    /** Returns when enough nodes are there to decide about locks; else closes this one and throws. */
    void awaitQuorum() {
        Duration patience = node.settings.joinTimeout();
        try {
            if (quorate.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        String refusal = lastRefusal;
        throw failure("This node could not join the cluster " + node.roster.cluster() + " within " + patience.toMillis()
                + " ms" + (refusal.isEmpty() ? "" : " (it does not fit with one of the others: " + refusal + ")"));
    }

    /**
     * Returns when enough of the nodes grant; else closes this one and throws. Those that have just started grant nothing for
     * about a lease, and whoever joins should not have to know.
     */
    void awaitVotes(long memoryNanos) {
        long patience = TimerWheel.sum(memoryNanos, NodeSettings.nanos(node.settings.joinTimeout()));
        LocalClaim probe = node.ask(PROBE, Mode.SHARED, new Patience(patience, false), null);
        if (!probe.await(true, 0)) {
            node.abandon(probe);
        } else if (node.release(probe)) {
            return;
        }
        throw failure("This node could not join the cluster " + node.roster.cluster()
                + ": enough others were there, but too few of them would grant anything within "
                + TimeUnit.NANOSECONDS.toMillis(patience) + " ms, or they went again");
    }

    private LockUnavailableException failure(String what) {
        node.close();
        return node.availability.failure("", what);
    }
}
