// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.twins;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.TwinReports;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.TimedNode;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One process: a node of production, its clock, and with which process of each other member it is connected. */
final class SplitProcess extends TimedNode {
    private final SplitRun run;
    /** Which start of its id it is, from 1; no two processes have the same number and id. */
    private final int start;

    private final TwinReports reports;
    private final Map<NodeId, Link> links = new LinkedHashMap<>();

    /** The highest start of each member that it was ever connected with. */
    private final Map<NodeId, Integer> seen = new LinkedHashMap<>();

    private final Map<NodeId, Long> twinTimers = new LinkedHashMap<>();
    private long nextTimer;

    /** A connection with one process of a member. */
    static final class Link {
        final SplitProcess other;
        final long number;
        final long openedAt;
        long lastHeard;
        long lastArrival;

        Link(SplitProcess other, long number, long now) {
            this.other = other;
            this.number = number;
            this.openedAt = now;
            this.lastHeard = now;
        }
    }

    SplitProcess(SplitRun run, NodeId id, int start, DriftingClock clock) {
        super(run.time(), id, clock);
        this.run = run;
        this.start = start;
        this.reports = new TwinReports(run.split().beatNanos(), run.split().silenceNanos());
        Placement placement = Placement.byName(new Majority(run.split().nodes()));
        NodeStart begins = NodeStart.first(id, placement)
                .again(start, trueMicros())
                .withVotesAtOnce(start == 1)
                .withLease(run.split().terms())
                .withSpareVotes(1);
        start(run.split().protocol(), begins, null);
    }

    int start() {
        return start;
    }

    Map<NodeId, Link> links() {
        return links;
    }

    /** Whether it takes this process for the member, as links of production do. */
    boolean accepts(SplitProcess other, long staleNanos) {
        Link present = links.get(other.self());
        boolean isLive = present != null && run.now() - present.lastHeard < staleNanos;
        return !isLive && (seen.getOrDefault(other.self(), 0) <= other.start);
    }

    void connect(SplitProcess other, long number) {
        links.put(other.self(), new Link(other, number, run.now()));
        seen.merge(other.self(), other.start, Math::max);
        turn(List.of(News.RESET.of(other.self()), News.UNSUSPECT.of(other.self())));
    }

    void disconnect(NodeId peer) {
        if (links.remove(peer) != null) {
            turn(News.SUSPECT.of(peer));
        }
    }

    /** Which process of each member it hears, for a heartbeat to the reader. */
    Map<NodeId, Long> heardBut(NodeId reader) {
        Map<NodeId, Long> told = new LinkedHashMap<>();
        for (int index = 0; index < run.split().nodes(); index++) {
            NodeId peer = NodeId.of(index);
            if (!peer.equals(reader) && !peer.equals(self())) {
                long process = reports.toReport(peer, heard(peer), run.now());
                if (process != TwinReports.NOT_HEARD) {
                    told.put(peer, process);
                }
            }
        }
        return told;
    }

    private long heard(NodeId peer) {
        Link link = links.get(peer);
        boolean isFresh = link != null && run.now() - link.lastHeard < reports.freshNanos();
        return link != null && isFresh ? link.other.start : TwinReports.NOT_HEARD;
    }

    /** T1: a member has told which process of this one it hears. */
    void told(NodeId member, long process) {
        Link link = links.get(member);
        long connected = link == null ? 0 : run.now() - link.openedAt;
        TwinReports.Verdict verdict = reports.report(member, process, heard(member), connected, run.now());
        if (verdict != TwinReports.Verdict.ONE) {
            run.counts("reports of two processes");
            countNeither(member);
        }
        if (link != null && verdict == TwinReports.Verdict.END && run.split().flaw() != Split.Flaw.NOBODY_ENDS) {
            run.sendEnd(this, link);
            disconnect(member);
        }
    }

    private void countNeither(NodeId member) {
        if (run.split().flaw() == Split.Flaw.BOTH_COUNT) {
            return;
        }
        turn(News.TWIN.of(member));
        long number = nextTimer++;
        twinTimers.put(member, number);
        afterOwn(run.split().terms().memoryNanos(), () -> {
            if (twinTimers.getOrDefault(member, -1L) == number) {
                turn(News.SINGLE.of(member));
            }
        });
    }

    /** It was told that it has a twin, or the run is over for it. */
    void end() {
        List<NodeClaim> lost = held();
        goDown();
        lost.forEach(run::ended);
        links.clear();
        run.endedProcess(this);
    }

    @Override
    protected void prolonged(NodeClaim claim, long until) {
        run.prolonged(claim, until);
    }

    void release(NodeClaim claim) {
        if (held().contains(claim)) {
            turn(new Event.Release(claim));
        }
    }

    @Override
    protected void tell(LockNode<?> current, Event event) {
        if (!(event instanceof Event.Release release)) {
            event.applyTo(current);
        } else if (current.release(release.claim())) {
            holdsNoMore(release.claim());
            run.ended(release.claim());
        }
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        Link link = links.get(to);
        if (link != null) {
            Event arrival = new Event.Receive(self(), run.packet(frame, length));
            run.send(this, link, other -> other.turn(arrival));
        }
    }

    @Override
    public void granted(Claim claim, long fence) {
        NodeClaim granted = (NodeClaim) claim;
        holds(granted);
        run.granted(this, granted, validUntil(granted));
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        NodeClaim lost = (NodeClaim) claim;
        holdsNoMore(lost);
        run.counts("losses");
        run.ended(lost);
    }

    @Override
    public String toString() {
        return self() + "'" + start;
    }

    /** The claims that wait here are served or not: for the end of a run. */
    @Nullable
    String waiting() {
        LockNode<?> current = node();
        return current == null
                ? null
                : current.slots().stream()
                        .filter(slot -> !slot.waiting().isEmpty())
                        .map(slot -> this + " waits for " + slot.name())
                        .findFirst()
                        .orElse(null);
    }
}
