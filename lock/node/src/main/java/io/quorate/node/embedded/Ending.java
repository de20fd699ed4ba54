// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.Health;
import io.quorate.api.LocksClosedException;
import io.quorate.node.admin.AdminServer;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Transport;
import io.quorate.node.store.CeilingWriter;
import io.quorate.node.time.TimerThread;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeState;
import io.quorate.node.watch.LastWords;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** How a node ends: closed by its application, together with its process, or by itself. */
final class Ending {
    private static final EventLog LOG = EventLog.of(Ending.class);

    private static final LastWords NOT_ASKED = LastWords.of(LogEvent.NO_CALLBACK_THREAD);

    private static final String SHUTTING_DOWN = "the shutdown of this process";

    private final RunningNode node;
    private final NodeState state;
    private final Transport transport;
    private final TimerThread timers;
    private final CeilingWriter ceilings;
    private final AdminServer adminServer;
    private final PeerRequests peerRequests;
    private final AtomicBoolean closing = new AtomicBoolean();

    /** The process is about to end: no more locks are taken, but what is held stays open. */
    private volatile boolean draining;

    /** The end of this node is not called clean: another process has its id (T1), or it ends as if it were killed. */
    private volatile boolean unclean;

    Ending(
            RunningNode node,
            NodeState state,
            Transport transport,
            TimerThread timers,
            CeilingWriter ceilings,
            AdminServer adminServer,
            PeerRequests peerRequests) {
        this.node = node;
        this.state = state;
        this.transport = transport;
        this.timers = timers;
        this.ceilings = ceilings;
        this.adminServer = adminServer;
        this.peerRequests = peerRequests;
    }

    boolean isClosed() {
        return closing.get();
    }

    boolean isDraining() {
        return draining;
    }

    void neverCallItClean() {
        unclean = true;
    }

    /** Ends without a word to anybody, as if the process were killed. */
    void crash() {
        unclean = true;
        transport.close();
        close();
    }

    /** Gives everything back, tells everybody here, and ends. */
    void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        boolean clean = false;
        try {
            node.healthWatch()
                    .ended(Health.State.CLOSED, "These Locks were closed. Start a new node with Locks.start.");
            clean = leave();
        } finally {
            closeAll(clean); // whatever was thrown: nobody can close this node a second time
        }
    }

    /** Gives everything back and tells everybody; whether the end may be called clean. */
    private boolean leave() {
        if (node.failure() == null) {
            closeInTurn();
        }
        if (node.failure() == null && !unclean) {
            state.stop.awaitGroupLeft(node.settings.stopTimeout());
        }
        boolean mayBeClean = node.failure() == null && !unclean && ceilings.isKept();
        boolean clean = mayBeClean && state.stop.awaitStop(node.settings.stopTimeout()) && !unclean;
        if (node.failure() == null) {
            ShutdownNotice.send(peerRequests, node.availability.reachablePeers(), node.names);
        }
        return clean;
    }

    private void closeInTurn() {
        try {
            node.inTurn(() -> {
                state.close();
                return true;
            });
            for (int turn = 0; turn < 2; turn++) { // what comes in the midst of a turn may still be read in it, once
                node.inTurn(
                        () -> true); // then the turn of the close is over, also on another thread: its frames have left
            }
        } catch (LocksClosedException ended) {
            LOG.sayWith(LogEvent.ENDED_MEANWHILE, ended);
        }
    }

    /**
     * The process is about to end. Votes no more, gives back what nobody here holds, and waits for holds to be closed. With none left the
     * node closes. Otherwise it goes on as long as the process does, so that holds stay valid and can still be closed; then the
     * voters keep them until the lease ends.
     */
    void closeWithProcess(Duration grace) {
        if (isClosed() || node.failure() != null) {
            return;
        }
        draining = true;
        node.healthWatch()
                .ended(
                        Health.State.CLOSED,
                        "This process is shutting down: no more locks are taken here. Open holds stay until they are closed.");
        try {
            List<LocalClaim> open = node.inTurn(state::drain);
            open.forEach(this::askForRelease);
        } catch (LocksClosedException ended) {
            LOG.sayWith(LogEvent.ENDED_MEANWHILE, ended);
            return;
        }
        if (state.stop.awaitHoldsClosed(grace)) {
            close();
        } else {
            LOG.say(LogEvent.HOLDS_STILL_OPEN, grace.toMillis());
            ShutdownNotice.send(peerRequests, node.availability.reachablePeers(), node.names);
        }
    }

    private void askForRelease(LocalClaim claim) {
        try {
            node.callbacks().releaseRequested(claim, SHUTTING_DOWN);
        } catch (RuntimeException | Error noMemory) { // the others are asked nevertheless, and the hook goes on
            NOT_ASKED.say(LOG, noMemory);
        }
    }

    /** Closes what is open; may be called again. */
    void closeAll(boolean clean) {
        closing.set(true);
        adminServer.close();
        transport.close();
        timers.close();
        node.rosterDesk.close();
        node.callbacks().close();
        if (clean) {
            ceilings.closeClean(); // when nothing more can leave this node
        }
        ceilings.close();
        node.journal.close(); // last: a log that is stuck is waited for
    }
}
