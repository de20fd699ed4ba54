// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.HeldBack;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.Sessions;
import io.quorate.lab.simulate.chance.DriftingClock;
import io.quorate.lab.world.facts.NodeClaim;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A node of production with its own clock and disk. */
final class RosterStormNode {
    private static final long MICROS_AT_FIRST = 200_000_000_000_000L;

    private final RosterStormRun run;
    private final NodeId self;
    private final DriftingClock clock;
    private final boolean keeps;
    private final Effects effects = new Effects();
    private final Set<NodeClaim> held = new LinkedHashSet<>();

    /** Null while the node is down. */
    private @Nullable LockNode<?> node;

    private HeldBack heldBack = new HeldBack(Long.MAX_VALUE);
    private int starts;
    private long wakes;
    private long timers;

    /** The contents of the disk, and the writes in progress. */
    private RosterState kept;

    private final ArrayDeque<RosterState> writes = new ArrayDeque<>();
    private long written;

    /** How many of them are done, as those who are held back count. */
    private long done;

    /** What a turn is about. */
    interface Input {
        void applyTo(LockNode<?> node);
    }

    RosterStormNode(RosterStormRun run, NodeId self, DriftingClock clock, RosterState first, boolean keeps) {
        this.run = run;
        this.self = self;
        this.clock = clock;
        this.kept = first;
        this.keeps = keeps;
    }

    NodeId self() {
        return self;
    }

    boolean isUp() {
        return node != null;
    }

    boolean isStopping() {
        LockNode<?> current = node;
        return current != null && current.isStopping();
    }

    long shown() {
        return clock.at(run.now());
    }

    @Nullable
    Configuration configuration() {
        LockNode<?> current = node;
        return current == null ? null : current.configuration();
    }

    void start() {
        boolean isFirst = starts == 0;
        heldBack = new HeldBack(Long.MAX_VALUE); // fences follow true time
        node = started(run.storm().protocol(), isFirst);
        starts++;
        turn(current -> {});
    }

    private <M extends Message> LockNode<M> started(Protocol<M> protocol, boolean isFirst) {
        NodeStart start = NodeStart.first(self, Placement.byName(new Majority(1)))
                .withIncarnation(starts)
                .withVotesAtOnce(isFirst)
                .withLease(run.storm().terms())
                .withSpareVotes(1)
                .withRoster(kept, keeps);
        return new LockNode<>(protocol, start);
    }

    void turn(Input input) {
        LockNode<?> current = node;
        if (current == null) {
            return;
        }
        current.beginTurn(shown(), MICROS_AT_FIRST + run.now() / 1000);
        input.applyTo(current);
        current.endTurn(effects);
        if (node != current) {
            return;
        }
        for (NodeClaim claim : held) {
            run.holds().prolonged(claim, validUntil(current, claim));
        }
        enterWake(current);
    }

    private static long validUntil(LockNode<?> current, NodeClaim claim) {
        LockSlot<?> slot = current.find(claim.lock());
        return slot != null && slot.holding().contains(claim) ? slot.validUntil() : Long.MIN_VALUE;
    }

    private void enterWake(LockNode<?> current) {
        long number = ++wakes;
        if (current.wake() != Sessions.NEVER) {
            run.at(Math.max(run.now(), clock.whenShowing(current.wake())), () -> {
                if (number == wakes) {
                    turn(awake -> {});
                }
            });
        }
    }

    void changeRate(long millionths) {
        clock.changeRate(run.now(), millionths);
        LockNode<?> current = node;
        if (current != null) {
            enterWake(current);
        }
    }

    void release(NodeClaim claim) {
        turn(current -> {
            if (current.release(claim)) {
                held.remove(claim);
                run.holds().ended(claim);
                run.ended(claim);
            }
        });
    }

    /** All is gone except what is on the disk; a write in progress may be done or not. */
    void crash() {
        Configuration configuration = configuration();
        for (NodeClaim claim : held) {
            long trust =
                    configuration == null ? 0 : configuration.shortestTerms().trustNanos();
            run.holds().crashed(claim, shown() + trust);
        }
        held.clear();
        node = null;
        while (!writes.isEmpty() && run.randomness().chance(0.5)) {
            kept = writes.remove();
        }
        writes.clear();
        written++;
        heldBack.clear();
        wakes++;
        timers++;
    }

    private void writeNext() {
        long number = ++written;
        long takes = run.storm().slowDisks() ? run.writeTime() : 0;
        run.at(run.now() + takes, () -> {
            if (number == written && !writes.isEmpty()) {
                kept = writes.remove();
                turn(current -> tell(heldBack.rosterWritten(++done, run.speaker(self))));
                if (!writes.isEmpty()) {
                    writeNext();
                }
            }
        });
    }

    private void tell(NodeSet dropped) {
        for (int index = dropped.next(0); index >= 0; index = dropped.next(index + 1)) {
            int peer = index;
            run.at(run.now(), () -> turn(current -> current.linkReset(NodeId.of(peer))));
        }
    }

    /** Carries out what a turn led to. */
    private final class Effects implements NodeEffects {
        @Override
        public void keepCeiling(long ceiling) {
            throw new IllegalStateException("clocks follow true time here");
        }

        @Override
        public void keepRoster(RosterState state) {
            done = heldBack.rosterHandedOver() - 1 - writes.size();
            writes.add(state);
            run.count("roster writes");
            if (writes.size() == 1) {
                writeNext();
            }
        }

        @Override
        public void configurationRose(Configuration now) {
            run.count(now.isJoint() ? "rises to a joint configuration" : "rosters over");
            run.rose(self, now);
        }

        @Override
        public void proposalEnded(ProposalOutcome outcome) {
            run.count(
                    outcome.isChosen()
                            ? "proposals decided"
                            : outcome.decided() == null ? "refusals" : "others decided");
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            long start = timers;
            run.at(clock.whenShowing(shown() + delay.toNanos()), () -> {
                if (start == timers) {
                    turn(current -> current.timerFired(lock, timer));
                }
            });
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            // it runs out without effect: a lock that does not wait for it ignores it
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            if (heldBack.holds(0)) {
                run.count("frames held back");
                heldBack.addFrame(0, to, frame, length);
            } else {
                run.speaker(self).speak(to, frame, length);
            }
        }

        @Override
        public void granted(Claim claim, long fence) {
            NodeClaim granted = (NodeClaim) claim;
            if (heldBack.holds(0)) {
                heldBack.addNews(0, () -> tellIfStillHeld(granted, fence));
            } else {
                tell(granted, fence);
            }
        }

        private void tellIfStillHeld(NodeClaim claim, long fence) {
            LockNode<?> current = node;
            LockSlot<?> slot = current == null ? null : current.find(claim.lock());
            if (slot != null && slot.holding().contains(claim)) {
                tell(claim, fence);
            }
        }

        private void tell(NodeClaim claim, long fence) {
            LockNode<?> current = node;
            if (current != null) {
                held.add(claim);
                run.granted(claim, fence, validUntil(current, claim));
            }
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            NodeClaim lost = (NodeClaim) claim;
            if (held.remove(lost)) {
                run.holds().ended(lost);
                run.lost(lost);
            }
            run.ended(lost);
        }
    }
}
