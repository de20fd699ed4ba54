// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.StateText;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.HeldBack;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.session.Sessions;
import io.quorate.lab.simulate.chance.DriftingClock;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.storm.StormDisk.Order;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.node.OverlayPart;
import io.quorate.overlay.node.OverlayStart;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A node of production with a clock of its own: it has turns, crashes, starts again, stands still and wakes up. */
final class StormNode {
    /** Years after the time from which nodes count microseconds. */
    private static final long MICROS_AT_FIRST = 200_000_000_000_000L;

    private final StormRun run;
    private final NodeId self;
    private final DriftingClock clock;
    private final boolean followsTrueTime;
    private final Effects effects = new Effects();

    /** Null while the node is down. */
    private @Nullable LockNode<?> node;

    /** How often it has started. */
    private int starts;

    private final StormDisk disk;

    /** What the present start may not say before the disk has its ceiling. */
    private HeldBack heldBack = new HeldBack(0);

    /** The claims that hold and do not know it yet: their fences wait for the disk. */
    private final Set<NodeClaim> waitingForDisk = new LinkedHashSet<>();

    /** By so much what the node takes for true time is wrong. */
    private long skewMicros;

    private boolean paused;

    /** Whether the effects of a turn are being carried out. */
    private boolean inTurn;

    /** Whether this start lets everybody leave. */
    private boolean stopping;

    /** Whether this start, which is about to stop, has left all voters. */
    private boolean left;

    /** W3: the mark on the disk that the last start stopped cleanly. */
    private boolean clean;

    /** The locks whose hold has asked for spare votes and does not have them yet. */
    private final Set<LockName> wantingSpares = new LinkedHashSet<>();

    /** Whether it can reach nobody. */
    private boolean cutOff;

    /** What a node that stands still will find when it goes on. */
    private final ArrayDeque<Input> inbox = new ArrayDeque<>();

    private final Set<NodeClaim> held = new LinkedHashSet<>();
    private final Map<TimerKey, Long> timers = new LinkedHashMap<>();
    private long nextTimer;

    /** Only the last wake that was entered in the agenda counts. */
    private long wakes;

    /** What a turn is about. */
    interface Input {
        void applyTo(LockNode<?> node);
    }

    private record TimerKey(LockName lock, TimerName timer) {}

    StormNode(StormRun run, NodeId self, DriftingClock clock, boolean followsTrueTime, Randomness randomness) {
        this.run = run;
        this.disk = new StormDisk(run, randomness, this::ceilingIsDurable);
        this.self = self;
        this.clock = clock;
        this.followsTrueTime = followsTrueTime;
    }

    /** Starts, for the first time or having forgotten all but what is on its disk; to be part of an overlay of this kind, if any. */
    void start(@Nullable OverlayKind overlay) {
        boolean isFirst = starts == 0;
        long counter = isFirst ? 0 : run.storm().keepsCeiling() ? disk.kept() : trueMicros();
        OverlayStart place = overlay == null ? null : new OverlayStart(overlay, Handle.of(self));
        boolean wasClean = clean;
        clean = false; // W4: before its first frame
        run.counts().count("starts that vote at once", wasClean ? 1 : 0);
        node = started(run.storm().setup().protocol(), isFirst || wasClean, counter, place);
        heldBack = new HeldBack(run.storm().keepsCeiling() ? disk.kept() : Long.MAX_VALUE);
        starts++;
    }

    private <M extends Message> LockNode<M> started(
            Protocol<M> protocol, boolean votesAtOnce, long counter, @Nullable OverlayStart overlay) {
        Storm storm = run.storm();
        return new LockNode<>(
                protocol,
                new NodeStart(
                        self,
                        starts,
                        storm.setup().placement(),
                        votesAtOnce,
                        counter,
                        storm.keepsCeiling(),
                        storm.termsOf(self),
                        storm.standing(),
                        storm.setup().spareVotes(),
                        null,
                        overlay));
    }

    StormDisk disk() {
        return disk;
    }

    /** K1: the ceiling is on the disk, so what has waited for it leaves; in the turn of a fast disk nothing has. */
    private void ceilingIsDurable(long ceiling) {
        if (inTurn) {
            heldBack.durable(ceiling, effects::speak);
        } else {
            turn(current -> heldBack.durable(ceiling, effects::speak));
        }
    }

    /** Frames to the peer, sent before or later, may be lost. */
    void linkReset(NodeId peer) {
        turn(current -> {
            heldBack.forget(peer);
            current.linkReset(peer);
        });
    }

    /** How often it has started. */
    int starts() {
        return starts;
    }

    /** Its part of the overlay; null while the node is down. */
    @Nullable
    Overlay overlay() {
        LockNode<?> current = node;
        return current == null ? null : OverlayPart.of(current).overlay();
    }

    /** Whether it runs and can route. */
    boolean isIn() {
        Overlay overlay = overlay();
        return overlay != null && overlay.isJoined();
    }

    /** Whether it runs and is in, and the key belongs to it. */
    boolean owns(Key key) {
        LockNode<?> current = node;
        return current != null && OverlayPart.of(current).owns(key);
    }

    boolean isVoting() {
        LockNode<?> current = node;
        return current != null && current.isVoting();
    }

    NodeId self() {
        return self;
    }

    boolean isUp() {
        return node != null;
    }

    /** Whether it lets everybody leave. */
    boolean isStopping() {
        return node != null && stopping;
    }

    /** Whether its hold has its spare votes (V3). */
    boolean hasSpares(NodeClaim claim) {
        LockNode<?> current = node;
        LockSlot<?> slot = current == null || paused ? null : current.find(claim.lock());
        return slot != null && slot.holding().contains(claim) && slot.hasSpares();
    }

    /** The voters that it takes to be slow (H1). */
    NodeSet slow() {
        LockNode<?> current = node;
        return current == null ? NodeSet.EMPTY : current.slow();
    }

    /** W1. */
    void beginToStop() {
        stopping = true;
        turn(LockNode::beginToStop);
    }

    /** W2, W3: after a turn of a node that is about to stop. */
    private void goOnStopping(LockNode<?> current) {
        boolean isIdle = current.slots().stream()
                .allMatch(slot -> slot.holding().isEmpty() && slot.waiting().isEmpty());
        if (isIdle && !left) {
            left = true;
            run.at(run.now(), () -> turnOf(current, LockNode::leaveAll));
        } else if (current.hasStopped()) {
            run.at(run.now(), () -> {
                if (node == current && !paused && current.hasStopped()) {
                    clean = run.storm().keepsCeiling() && current.mayCallItClean() && disk.flush();
                    run.stopped(self, clean);
                }
            });
        }
    }

    /** A turn of this very start. */
    private void turnOf(LockNode<?> start, Input input) {
        if (node == start) {
            turn(input);
        }
    }

    boolean isPaused() {
        return paused;
    }

    boolean isCutOff() {
        return cutOff;
    }

    void setCutOff(boolean isCutOff) {
        cutOff = isCutOff;
    }

    boolean holdsAny() {
        return !held.isEmpty();
    }

    long shown() {
        return clock.at(run.now());
    }

    private long trueMicros() {
        return followsTrueTime ? MICROS_AT_FIRST + run.now() / 1000 + skewMicros : 0;
    }

    /** A turn about this, now or when the node goes on; nothing if it is down. */
    void turn(Input input) {
        if (paused) {
            inbox.add(input);
        } else {
            runTurn(List.of(input));
        }
    }

    private void runTurn(List<Input> inputs) {
        LockNode<?> current = node;
        if (current == null) {
            return;
        }
        run.countTurn(self, shown());
        NodeSet slowBefore = current.slow();
        SessionSnapshot before = shown() >= current.wake() ? SessionSnapshot.of(current) : null;
        current.beginTurn(shown(), trueMicros());
        if (before != null) {
            before.countEndsUntil(SessionSnapshot.of(current), run.counts());
        }
        for (Input input : inputs) {
            input.applyTo(current);
        }
        run.lookAtOwner(this);
        run.counts().count("voters found slow", current.slow().minus(slowBefore).size());
        inTurn = true;
        current.endTurn(effects);
        inTurn = false;
        run.watcher().turned(self, current::describeTo);
        countSpares(current);
        if (stopping) {
            goOnStopping(current);
        }
        for (NodeClaim claim : held) {
            run.holds().prolonged(claim, validUntil(current, claim));
        }
        enterWake();
    }

    private void countSpares(LockNode<?> current) {
        wantingSpares.removeIf(lock -> {
            LockSlot<?> slot = current.find(lock);
            boolean isThere = slot != null && slot.hasSpares();
            run.counts().count("spare votes granted", isThere ? 1 : 0);
            return isThere || slot == null || slot.holding().isEmpty();
        });
    }

    private static long validUntil(LockNode<?> current, NodeClaim claim) {
        LockSlot<?> slot = current.find(claim.lock());
        return slot != null && slot.holding().contains(claim) ? slot.validUntil() : Long.MIN_VALUE;
    }

    private void enterWake() {
        LockNode<?> current = node;
        long number = ++wakes;
        if (current != null && current.wake() != Sessions.NEVER) {
            run.at(clock.whenShowing(current.wake()), () -> {
                if (number == wakes && !paused) {
                    runTurn(List.of());
                }
            });
        }
    }

    void acquire(NodeClaim claim) {
        turn(current -> {
            LockSlot<?> slot = current.find(claim.lock());
            run.counts().count("standing re-uses", slot != null && slot.phase() == Phase.STANDING ? 1 : 0);
            run.asks(claim);
            current.acquire(claim);
        });
    }

    void release(NodeClaim claim) {
        turn(current -> {
            if (current.release(claim)) {
                end(claim);
                run.released(claim);
            }
        });
    }

    void abandon(NodeClaim claim) {
        turn(current -> {
            if (current.abandon(claim)) {
                run.abandoned(claim);
            } else if (waitingForDisk.remove(claim)) {
                current.release(claim);
                run.abandoned(claim);
            }
        });
    }

    void pause() {
        paused = true;
    }

    /** First of all, what has run out meanwhile is over (R0); then come the things that happened, all at once or one by one. */
    void goOn(boolean atOnce) {
        paused = false;
        List<Input> waiting = new ArrayList<>(inbox);
        inbox.clear();
        if (atOnce) {
            runTurn(waiting);
        } else {
            runTurn(List.of());
            waiting.forEach(this::turn);
        }
    }

    /** All that the node knows is gone, except what is on its disk. */
    void crash() {
        long atTheLatest = shown() + run.storm().termsOf(self).trustNanos();
        for (NodeClaim claim : held) {
            run.holds().crashed(claim, atTheLatest);
            run.watcher().lost(claim, LossReason.NODE_CLOSED);
        }
        node = null;
        disk.crash();
        heldBack.clear();
        waitingForDisk.clear();
        paused = false;
        stopping = false;
        left = false;
        wantingSpares.clear();
        held.clear();
        inbox.clear();
        timers.clear();
        wakes++;
    }

    void changeRate(long millionthsFaster) {
        clock.changeRate(run.now(), millionthsFaster);
        enterWake();
    }

    void setSkew(long micros) {
        skewMicros = micros;
    }

    /** What the node still remembers about locks, for people; empty if nothing. */
    String remembered() {
        LockNode<?> current = node;
        if (current == null || current.slots().isEmpty()) {
            return "";
        }
        StateText text = new StateText();
        current.describeTo(text);
        return text.toString();
    }

    private void end(NodeClaim claim) {
        held.remove(claim);
        run.holds().ended(claim);
    }

    /** Carries out what a turn led to. */
    private final class Effects implements NodeEffects {
        @Override
        public void keepCeiling(long ceiling) {
            disk.write(ceiling);
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            TimerKey key = new TimerKey(lock, timer);
            long number = nextTimer++;
            timers.put(key, number);
            long extra = run.partOf(jitter.toNanos());
            run.at(clock.whenShowing(shown() + delay.toNanos() + extra), () -> {
                Long current = timers.get(key);
                if (current != null && current == number) {
                    turn(target -> {
                        LockSlot<?> slot = target.find(lock);
                        if (timer.name().equals("SPARES") && slot != null && !slot.hasSpares()) {
                            run.counts().count("holds that want spare votes");
                            wantingSpares.add(lock);
                        }
                        target.timerFired(lock, timer);
                    });
                }
            });
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            timers.remove(new TimerKey(lock, timer));
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            if (waits()) {
                run.counts().count("frames held back");
                heldBack.addFrame(clockOfNode(), to, frame, length);
            } else {
                speak(to, frame, length);
            }
        }

        private void speak(NodeId to, byte[] frame, int length) {
            run.send(self, to, frame, length);
        }

        private boolean waits() {
            return run.order() != Order.FRAMES_FIRST && heldBack.holds(clockOfNode());
        }

        private long clockOfNode() {
            LockNode<?> current = node;
            return current == null ? 0 : current.clock();
        }

        @Override
        public void granted(Claim claim, long fence) {
            NodeClaim granted = (NodeClaim) claim;
            if (fence != 0 && waits()) {
                run.counts().count("grants held back");
                waitingForDisk.add(granted);
                run.holdsWithoutKnowing(granted);
                heldBack.addNews(clockOfNode(), () -> {
                    if (waitingForDisk.remove(granted)) {
                        tellGranted(granted, fence);
                    }
                });
            } else {
                tellGranted(granted, fence);
            }
        }

        private void tellGranted(NodeClaim granted, long fence) {
            LockNode<?> current = node;
            long until = current == null ? Long.MIN_VALUE : validUntil(current, granted);
            held.add(granted);
            run.granted(granted, fence, until);
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            NodeClaim lost = (NodeClaim) claim;
            if (waitingForDisk.remove(lost)) {
                run.abandoned(lost); // it never knew that it held
            } else if (run.order() == Order.LOSSES_LAST && waits()) {
                heldBack.addNews(clockOfNode(), () -> tellLost(lost, reason));
            } else {
                run.counts().count("losses told while frames wait", waits() ? 1 : 0);
                tellLost(lost, reason);
            }
        }

        private void tellLost(NodeClaim lost, LossReason reason) {
            end(lost);
            run.lost(lost, reason);
        }

        @Override
        public void busy(Claim claim, NodeId holder) {
            run.busy((NodeClaim) claim, holder);
        }
    }
}
