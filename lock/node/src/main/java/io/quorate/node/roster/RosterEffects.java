// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.roster;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.RosterState;
import io.quorate.node.store.CeilingWriter;
import io.quorate.node.turn.NodeState;
import java.time.Duration;

/** The effects of a turn: those about rosters go to the disk and to the desk, the rest to the state of the node. */
public final class RosterEffects implements NodeEffects {
    private final NodeState state;
    private final CeilingWriter writer;
    private final RosterDesk desk;

    public RosterEffects(NodeState state, CeilingWriter writer, RosterDesk desk) {
        this.state = state;
        this.writer = writer;
        this.desk = desk;
    }

    /** E1, D3, K1: what is said from now on waits for the disk. */
    @Override
    public void keepRoster(RosterState roster) {
        writer.write(state.heldBack().rosterHandedOver(), roster);
    }

    /** E1: who sees it outside of frames must not see what a crash could undo. */
    @Override
    public void configurationRose(Configuration now) {
        desk.rose(now);
        state.heldBack().whenRosterWritten(() -> desk.kept(now));
    }

    @Override
    public void proposalEnded(ProposalOutcome outcome) {
        state.heldBack().whenRosterWritten(() -> desk.ended(outcome));
    }

    @Override
    public void keepCeiling(long ceiling) {
        state.keepCeiling(ceiling);
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        state.startTimer(lock, timer, delay, jitter);
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        state.stopTimer(lock, timer);
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        state.send(to, frame, length);
    }

    @Override
    public void granted(Claim claim, long fence) {
        state.granted(claim, fence);
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        state.lost(claim, reason);
    }

    @Override
    public void busy(Claim claim, NodeId holder) {
        state.busy(claim, holder);
    }
}
