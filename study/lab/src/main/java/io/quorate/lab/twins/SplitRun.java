// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.twins;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.VirtualTime;
import io.quorate.lab.twins.SplitProcess.Link;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.InFlightReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One split as it runs: true time, the processes, what they say to each other, and the audit. */
final class SplitRun {
    private static final LockName LOCK = LockName.of("L");
    private static final NodeId TWIN = NodeId.of(0);

    /** Calls for a connection come as often in a heartbeat. */
    private static final int CALLS_IN_A_BEAT = 10;

    /** Until the split all is well for this many leases. */
    private static final int LEASES_BEFORE = 2;

    /** After the heal nothing goes wrong for this many leases; both processes have ended, and one has started again. */
    private static final int LEASES_AFTER = 12;

    /** Then nobody asks any more, and within this many leases all who wait are served. */
    private static final int LEASES_SERVED = 6;

    /** Within this many heartbeats of the heal both have ended: one for the first report, one or two for the second. */
    private static final int BEATS_TO_END = 3;

    private final Split split;
    private final VirtualTime time = new VirtualTime();
    private final InFlightReader reader;
    private final Randomness randomness;
    private final List<SplitProcess> processes = new ArrayList<>();
    private final Map<NodeClaim, Hold> holds = new LinkedHashMap<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private final long beat;
    private boolean isSplit;
    private boolean calm;
    private long healedAt = Long.MAX_VALUE;
    private @Nullable SplitProcess second;
    private long claims;
    private long connections;
    private long grants;
    private long lastOverlapAt = Long.MIN_VALUE;

    private static final class Hold {
        private final SplitProcess owner;
        private long until;

        Hold(SplitProcess owner, long until) {
            this.owner = owner;
            this.until = until;
        }

        boolean isValid() {
            return owner.shown() < until;
        }
    }

    SplitRun(Split split) {
        this.split = split;
        this.beat = split.beatNanos();
        this.reader = new InFlightReader(split.protocol());
        this.randomness = new Randomness(split.seed()).fork("run");
        for (int index = 0; index < split.nodes(); index++) {
            processes.add(process(NodeId.of(index), 1));
        }
    }

    private SplitProcess process(NodeId id, int start) {
        DriftingClock clock = new DriftingClock(randomness.nextLong() >> 12);
        long most = split.terms().driftPerMille() * 1000L;
        clock.changeRate(now(), (long) ((2 * randomness.nextDouble() - 1) * most));
        return new SplitProcess(this, id, start, clock);
    }

    Split split() {
        return split;
    }

    VirtualTime time() {
        return time;
    }

    FrameInFlight packet(byte[] frame, int length) {
        return reader.packet(frame, length);
    }

    long now() {
        return time.now();
    }

    void at(long time, Runnable action) {
        this.time.at(time, action);
    }

    void counts(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    SplitReport run() {
        @Nullable String broken = null;
        try {
            plan();
            time.run(() -> {});
        } catch (AuditFailure failure) {
            broken = failure.getMessage();
        }
        double last = lastOverlapAt == Long.MIN_VALUE ? 0 : (double) (lastOverlapAt - healedAt) / beat;
        return new SplitReport(split, grants, counts, last, broken);
    }

    private void plan() {
        long lease = split.leaseNanos();
        processes.forEach(this::begin);
        long cut = LEASES_BEFORE * lease + (long) (randomness.nextDouble() * lease);
        long started = cut + split.silenceNanos() + (long) (randomness.nextDouble() * lease);
        long heal = started + split.lasts() * beat + (long) (randomness.nextDouble() * beat);
        long end = heal + LEASES_AFTER * lease;
        at(cut, () -> isSplit = true);
        at(started, this::startSecond);
        at(heal, () -> {
            isSplit = false;
            healedAt = now();
        });
        at(heal + calling() + BEATS_TO_END * beat + 2 * split.delay().max(), this::requireBothEnded);
        at(heal + LEASES_AFTER / 2 * lease, () -> begin(add(process(TWIN, 3))));
        at(end, () -> calm = true);
        at(end + LEASES_SERVED * lease, this::requireAllServed);
    }

    private long calling() {
        return beat / CALLS_IN_A_BEAT;
    }

    private SplitProcess add(SplitProcess process) {
        processes.add(process);
        return process;
    }

    private void startSecond() {
        second = add(process(TWIN, 2));
        begin(second);
    }

    private void begin(SplitProcess process) {
        every(calling(), process, this::call);
        every(beat, process, this::beat);
        process.turn(Signal.WAKE);
        think(process);
    }

    private void every(long interval, SplitProcess process, Consumer<SplitProcess> step) {
        at(now() + (long) (randomness.nextDouble() * interval), () -> again(interval, process, step));
    }

    private void again(long interval, SplitProcess process, Consumer<SplitProcess> step) {
        if (process.isUp()) {
            step.accept(process);
            at(now() + interval, () -> again(interval, process, step));
        }
    }

    private boolean isBesideTheTwin(SplitProcess process) {
        NodeSet others = split.besideTheTwin();
        return process.self().equals(TWIN) ? process == second : others.contains(process.self());
    }

    private boolean canReach(SplitProcess one, SplitProcess other) {
        return !isSplit || isBesideTheTwin(one) == isBesideTheTwin(other);
    }

    /** Connects with every member that it is not connected with, and that takes it for the member that it is. */
    private void call(SplitProcess process) {
        long stale = 2 * beat + beat / 2;
        for (SplitProcess other : List.copyOf(processes)) {
            boolean isWanted = other.isUp() && !other.self().equals(process.self()) && canReach(process, other);
            if (isWanted
                    && process.links().get(other.self()) == null
                    && other.accepts(process, stale)
                    && process.accepts(other, stale)) {
                long number = ++connections;
                process.connect(other, number);
                other.connect(process, number);
            } else if (isWanted && process.links().get(other.self()) == null) {
                counts("connections refused");
            }
        }
    }

    /** A heartbeat to everybody; those who were silent for too long are disconnected. */
    private void beat(SplitProcess process) {
        for (Link link : List.copyOf(process.links().values())) {
            NodeId peer = link.other.self();
            if (now() - link.lastHeard > split.silenceNanos()) {
                process.disconnect(peer);
                continue;
            }
            Map<NodeId, Long> heard =
                    split.flaw() == Split.Flaw.NO_REPORTS ? new LinkedHashMap<>() : process.heardBut(peer);
            send(process, link, other -> heard.forEach(other::told));
        }
    }

    /** Takes something to the process at the other end, in order; nothing comes over a connection that is over. */
    void send(SplitProcess from, Link link, Consumer<SplitProcess> what) {
        SplitProcess to = link.other;
        link.lastArrival = Math.max(link.lastArrival, now() + split.delay().draw(randomness));
        boolean isSent = canReach(from, to);
        at(link.lastArrival, () -> {
            Link back = to.links().get(from.self());
            if (isSent && to.isUp() && canReach(from, to) && back != null && back.number == link.number) {
                back.lastHeard = now();
                what.accept(to);
            }
        });
    }

    /** T1: the process is told that it has a twin. */
    void sendEnd(SplitProcess from, Link link) {
        send(from, link, other -> {
            counts("told to end");
            other.end();
        });
    }

    void endedProcess(SplitProcess process) {
        counts("processes that ended");
        for (SplitProcess other : processes) {
            Link link = other.links().get(process.self());
            if (link != null && link.other == process) {
                at(now() + split.delay().draw(randomness), () -> {
                    if (other.links().get(process.self()) == link) {
                        other.disconnect(process.self());
                    }
                });
            }
        }
    }

    private void think(SplitProcess process) {
        at(now() + split.think().draw(randomness), () -> {
            if (process.isUp() && !calm) {
                NodeClaim claim = new NodeClaim(process.self(), ++claims, LOCK, Mode.EXCLUSIVE);
                process.turn(new Event.Acquire(claim));
            }
        });
    }

    void granted(SplitProcess owner, NodeClaim claim, long until) {
        grants++;
        holds.values().stream()
                .filter(hold -> hold.owner != owner && hold.isValid())
                .forEach(hold -> overlap(owner, hold.owner));
        holds.put(claim, new Hold(owner, until));
        at(now() + split.hold().draw(randomness), () -> owner.release(claim));
    }

    /**
     * Two hold at once. That may begin while the id runs twice and not everybody can know it. The two processes themselves know it
     * when they are told to end. At any other time it is forbidden.
     */
    private void overlap(SplitProcess one, SplitProcess other) {
        lastOverlapAt = now();
        String both = "two hold at once: " + one + " and " + other;
        if (second == null) {
            throw new AuditFailure(both + ", and no id runs twice");
        }
        if (now() < healedAt) {
            counts("overlaps while the network is split");
        } else if (now() <= known(1)) {
            counts("overlaps within a heartbeat of the heal");
        } else if (one.self().equals(other.self()) && now() <= known(BEATS_TO_END)) {
            counts("overlaps of the two before they are told");
        } else {
            throw new AuditFailure(both + ", " + (double) (now() - healedAt) / beat + " heartbeats after the heal");
        }
    }

    /** When everybody has had this many heartbeats of everybody since the heal. */
    private long known(int beats) {
        return healedAt + calling() + beats * beat + 2 * split.delay().max();
    }

    void prolonged(NodeClaim claim, long until) {
        Hold hold = holds.get(claim);
        if (hold != null) {
            hold.until = until;
        }
    }

    void ended(NodeClaim claim) {
        Hold hold = holds.remove(claim);
        if (hold != null) {
            think(hold.owner);
        }
    }

    private void requireBothEnded() {
        for (SplitProcess process : processes) {
            if (process.self().equals(TWIN) && process.isUp()) {
                throw new AuditFailure(process + " and its twin met " + (double) (now() - healedAt) / beat
                        + " heartbeats ago, and it still runs");
            }
        }
    }

    private void requireAllServed() {
        for (SplitProcess process : processes) {
            String waiting = process.isUp() ? process.waiting() : null;
            if (waiting != null) {
                throw new AuditFailure("long after the heal " + waiting);
            }
        }
        at(now(), () -> processes.stream().filter(SplitProcess::isUp).forEach(SplitProcess::end));
    }
}
