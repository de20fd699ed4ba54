// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.HeldBack;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.RosterState;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.TimedNode;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A node of production with its own clock and disk. */
final class RosterStormNode extends TimedNode {
    private final RosterStormRun run;
    private final boolean keeps;
    private HeldBack heldBack = new HeldBack(Long.MAX_VALUE);

    /** The contents of the disk, and the writes in progress. */
    private RosterState kept;

    private final ArrayDeque<RosterState> writes = new ArrayDeque<>();
    private long written;

    /** How many of them are done, as those who are held back count. */
    private long done;

    RosterStormNode(RosterStormRun run, NodeId self, DriftingClock clock, RosterState first, boolean keeps) {
        super(run.time(), self, clock);
        this.run = run;
        this.kept = first;
        this.keeps = keeps;
    }

    boolean isStopping() {
        LockNode<?> current = node();
        return current != null && current.isStopping();
    }

    @Nullable
    Configuration configuration() {
        LockNode<?> current = node();
        return current == null ? null : current.configuration();
    }

    void start() {
        heldBack = new HeldBack(Long.MAX_VALUE); // fences follow true time
        NodeStart start = NodeStart.first(self(), Placement.byName(new Majority(1)))
                .withIncarnation(starts())
                .withVotesAtOnce(starts() == 0)
                .withLease(run.storm().terms())
                .withSpareVotes(1)
                .withRoster(kept, keeps);
        start(run.storm().protocol(), start, null);
        turn(Signal.WAKE);
    }

    @Override
    protected void tell(LockNode<?> current, Event event) {
        if (event instanceof Event.Written written) {
            tellOfDropped(heldBack.rosterWritten(written.upTo(), run.speaker(self())));
        } else if (!(event instanceof Event.Release release)) {
            event.applyTo(current);
        } else if (current.release(release.claim())) {
            holdsNoMore(release.claim());
            run.holds().ended(release.claim());
            run.ended(release.claim());
        }
    }

    @Override
    protected void prolonged(NodeClaim claim, long until) {
        run.holds().prolonged(claim, until);
    }

    /** All is gone except what is on the disk; a write in progress may be done or not. */
    void crash() {
        Configuration configuration = configuration();
        for (NodeClaim claim : held()) {
            long trust =
                    configuration == null ? 0 : configuration.shortestTerms().trustNanos();
            run.holds().crashed(claim, shown() + trust);
        }
        goDown();
        while (!writes.isEmpty() && run.randomness().chance(0.5)) {
            kept = writes.remove();
        }
        writes.clear();
        written++;
        heldBack.clear();
    }

    private void writeNext() {
        long number = ++written;
        long takes = run.storm().slowDisks() ? run.writeTime() : 0;
        run.at(run.now() + takes, () -> {
            if (number == written && !writes.isEmpty()) {
                kept = writes.remove();
                turn(new Event.Written(++done));
                if (!writes.isEmpty()) {
                    writeNext();
                }
            }
        });
    }

    private void tellOfDropped(NodeSet dropped) {
        for (int index = dropped.next(0); index >= 0; index = dropped.next(index + 1)) {
            Event reset = News.RESET.of(NodeId.of(index));
            run.at(run.now(), () -> turn(reset));
        }
    }

    // What turns lead to

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
        tellOnceKept(() -> run.rose(self(), now));
    }

    /** News that is not on the disk is told to nobody, and gone after a crash. */
    private void tellOnceKept(Runnable news) {
        if (heldBack.holds(0)) {
            heldBack.addNews(0, news);
        } else {
            news.run();
        }
    }

    @Override
    public void proposalEnded(ProposalOutcome outcome) {
        run.count(outcome.isChosen() ? "proposals decided" : outcome.decided() == null ? "refusals" : "others decided");
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        if (heldBack.holds(0)) {
            run.count("frames held back");
            heldBack.addFrame(0, to, frame, length);
        } else {
            run.speaker(self()).speak(to, frame, length);
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
        LockSlot<?> slot = slot(claim);
        if (slot != null && slot.holding().contains(claim)) {
            tell(claim, fence);
        }
    }

    private void tell(NodeClaim claim, long fence) {
        if (isUp()) {
            holds(claim);
            run.granted(claim, fence, validUntil(claim));
        }
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        NodeClaim lost = (NodeClaim) claim;
        if (holdsNoMore(lost)) {
            run.holds().ended(lost);
            run.lost(lost);
        }
        run.ended(lost);
    }
}
