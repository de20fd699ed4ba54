// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.twins;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.NodeStart.Standing;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.node.TwinReports;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.session.Sessions;
import io.quorate.lab.simulate.chance.DriftingClock;
import io.quorate.lab.world.facts.NodeClaim;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process: a node of production, its clock, and with which process of each other member it is connected. */
final class SplitProcess {
    private static final long MICROS_AT_FIRST = 200_000_000_000_000L;

    private final SplitRun run;
    private final NodeId id;

    /** Which start of its id it is, from 1; no two processes have the same number and id. */
    private final int start;

    private final DriftingClock clock;
    private final LockNode<?> node;
    private final TwinReports reports;
    private final Effects effects = new Effects();
    private final Map<NodeId, Link> links = new LinkedHashMap<>();

    /** The highest start of each member that it was ever connected with. */
    private final Map<NodeId, Integer> seen = new LinkedHashMap<>();

    private final Set<NodeClaim> held = new LinkedHashSet<>();
    private final Map<TimerKey, Long> timers = new LinkedHashMap<>();
    private final Map<NodeId, Long> twinTimers = new LinkedHashMap<>();
    private long nextTimer;
    private long wakes;
    private boolean ended;

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

    private record TimerKey(LockName lock, TimerName timer) {}

    SplitProcess(SplitRun run, NodeId id, int start, DriftingClock clock) {
        this.run = run;
        this.id = id;
        this.start = start;
        this.clock = clock;
        this.node = started(run.split().protocol());
        this.reports = new TwinReports(run.split().beatNanos(), run.split().silenceNanos());
    }

    private <M extends Message> LockNode<M> started(Protocol<M> protocol) {
        Placement placement = Placement.byName(new Majority(run.split().nodes()));
        return new LockNode<>(
                protocol,
                new NodeStart(
                        id,
                        start,
                        placement,
                        start == 1,
                        trueMicros(),
                        false,
                        run.split().terms(),
                        Standing.NEVER,
                        1,
                        null,
                        null));
    }

    NodeId id() {
        return id;
    }

    int start() {
        return start;
    }

    boolean isUp() {
        return !ended;
    }

    long shown() {
        return clock.at(run.now());
    }

    private long trueMicros() {
        return MICROS_AT_FIRST + run.now() / 1000;
    }

    Map<NodeId, Link> links() {
        return links;
    }

    /** Whether it takes this process for the member, as links of production do. */
    boolean accepts(SplitProcess other, long staleNanos) {
        Link present = links.get(other.id);
        boolean isLive = present != null && run.now() - present.lastHeard < staleNanos;
        return !isLive && (seen.getOrDefault(other.id, 0) <= other.start);
    }

    void connect(SplitProcess other, long number) {
        links.put(other.id, new Link(other, number, run.now()));
        seen.merge(other.id, other.start, Math::max);
        turn(current -> {
            current.linkReset(other.id);
            current.peerRestored(other.id);
        });
    }

    void disconnect(NodeId peer) {
        if (links.remove(peer) != null) {
            turn(current -> current.peerSuspected(peer));
        }
    }

    /** Which process of each member it hears, for a heartbeat to the reader. */
    Map<NodeId, Long> heardBut(NodeId reader) {
        Map<NodeId, Long> told = new LinkedHashMap<>();
        for (int index = 0; index < run.split().nodes(); index++) {
            NodeId peer = NodeId.of(index);
            if (!peer.equals(reader) && !peer.equals(id)) {
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
        turn(current -> current.twinSeen(member));
        long number = nextTimer++;
        twinTimers.put(member, number);
        run.at(clock.whenShowing(shown() + run.split().terms().memoryNanos()), () -> {
            if (twinTimers.getOrDefault(member, -1L) == number) {
                turn(current -> current.twinGone(member));
            }
        });
    }

    /** It was told that it has a twin, or the run is over for it. */
    void end() {
        ended = true;
        held.forEach(run::ended);
        held.clear();
        links.clear();
        run.endedProcess(this);
    }

    void turn(Consumer<LockNode<?>> input) {
        if (ended) {
            return;
        }
        node.beginTurn(shown(), trueMicros());
        input.accept(node);
        node.endTurn(effects);
        held.forEach(claim -> run.prolonged(claim, validUntil(claim)));
        long number = ++wakes;
        if (node.wake() != Sessions.NEVER) {
            run.at(clock.whenShowing(node.wake()), () -> {
                if (number == wakes) {
                    turn(current -> {});
                }
            });
        }
    }

    private long validUntil(NodeClaim claim) {
        LockSlot<?> slot = node.find(claim.lock());
        return slot != null && slot.holding().contains(claim) ? slot.validUntil() : Long.MIN_VALUE;
    }

    void release(NodeClaim claim) {
        if (held.contains(claim)) {
            turn(current -> {
                if (current.release(claim)) {
                    held.remove(claim);
                    run.ended(claim);
                }
            });
        }
    }

    /** Carries out what a turn led to. */
    private final class Effects implements NodeEffects {
        @Override
        public void keepCeiling(long ceiling) {
            throw new IllegalStateException("no data directory here, and a ceiling is to be kept: " + ceiling);
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            TimerKey key = new TimerKey(lock, timer);
            long number = nextTimer++;
            timers.put(key, number);
            run.at(clock.whenShowing(shown() + delay.toNanos()), () -> {
                if (timers.getOrDefault(key, -1L) == number) {
                    turn(current -> current.timerFired(lock, timer));
                }
            });
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            timers.remove(new TimerKey(lock, timer));
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            Link link = links.get(to);
            if (link != null) {
                byte[] copy = Arrays.copyOf(frame, length);
                run.send(SplitProcess.this, link, other -> other.turn(current -> current.receive(id, copy, 0, length)));
            }
        }

        @Override
        public void granted(Claim claim, long fence) {
            NodeClaim granted = (NodeClaim) claim;
            held.add(granted);
            run.granted(SplitProcess.this, granted, validUntil(granted));
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            NodeClaim lost = (NodeClaim) claim;
            held.remove(lost);
            run.counts("losses");
            run.ended(lost);
        }
    }

    @Override
    public String toString() {
        return id + "'" + start;
    }

    /** The claims that wait here are served or not: for the end of a run. */
    @Nullable
    String waiting() {
        for (LockSlot<?> slot : node.slots()) {
            if (!slot.waiting().isEmpty()) {
                return this + " waits for " + slot.name();
            }
        }
        return null;
    }
}
