// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateText;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.node.HeldBack;
import io.quorate.core.node.LockNode;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.TimedNode;
import io.quorate.lab.storm.StormDisk.Order;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.facts.NodeFacts;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.node.OverlayPart;
import io.quorate.overlay.node.OverlayStart;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A node of a storm: with a disk, what it may not say before that has written, and all that is counted and audited. */
final class StormNode extends TimedNode {
    private final StormRun run;
    private final boolean followsTrueTime;
    private final StormDisk disk;

    /** The frames that the current start may not send before the disk has its ceiling. */
    private HeldBack heldBack = new HeldBack(0);

    /** The claims that hold and do not know it yet: their fences wait for the disk. */
    private final Set<NodeClaim> waitingForDisk = new LinkedHashSet<>();

    /** By so much what the node takes for true time is wrong. */
    private long skewMicros;

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

    private NodeSet slowBefore = NodeSet.EMPTY;
    private @Nullable SessionSnapshot sessionsBefore;

    StormNode(StormRun run, NodeId self, DriftingClock clock, boolean followsTrueTime, Randomness randomness) {
        super(run.time(), self, clock);
        this.run = run;
        this.disk = new StormDisk(run, randomness, this::ceilingIsDurable);
        this.followsTrueTime = followsTrueTime;
    }

    /** Starts, for the first time or having forgotten all but what is on its disk; to be part of an overlay of this kind, if any. */
    void start(@Nullable OverlayKind overlay) {
        Storm storm = run.storm();
        boolean isFirst = starts() == 0;
        long counter = isFirst ? 0 : storm.keepsCeiling() ? disk.kept() : trueMicros();
        boolean wasClean = clean;
        clean = false; // W4: before its first frame
        run.counts().count("starts that vote at once", wasClean ? 1 : 0);
        NodeStart start = new NodeStart(
                self(),
                starts(),
                storm.setup().placement(),
                isFirst || wasClean,
                counter,
                storm.keepsCeiling(),
                storm.termsOf(self()),
                storm.standing(),
                storm.setup().spareVotes(),
                null,
                overlay == null ? null : new OverlayStart(overlay, Handle.of(self())));
        start(storm.setup().protocol(), start, null); // turns of several nodes may overlap
        heldBack = new HeldBack(storm.keepsCeiling() ? disk.kept() : Long.MAX_VALUE);
    }

    StormDisk disk() {
        return disk;
    }

    /** K1: the ceiling is on the disk, so what has waited for it leaves; in the turn of a fast disk nothing has. */
    private void ceilingIsDurable(long ceiling) {
        if (inTurn) {
            heldBack.durable(ceiling, this::speak);
        } else {
            turn(new Event.Written(ceiling));
        }
    }

    /** Its part of the overlay; null while the node is down. */
    @Nullable
    Overlay overlay() {
        LockNode<?> current = node();
        return current == null ? null : OverlayPart.of(current).overlay();
    }

    /** Whether it runs and can route. */
    boolean isIn() {
        Overlay overlay = overlay();
        return overlay != null && overlay.isJoined();
    }

    /** Whether it runs and is in, and the key belongs to it. */
    boolean owns(Key key) {
        LockNode<?> current = node();
        return current != null && OverlayPart.of(current).owns(key);
    }

    boolean isVoting() {
        LockNode<?> current = node();
        return current != null && current.isVoting();
    }

    /** Whether it lets everybody leave. */
    boolean isStopping() {
        return isUp() && stopping;
    }

    /** The stamp of its request for the lock that the claim waits for; null if it asks nobody. */
    @Nullable
    Stamp stampOf(NodeClaim waiter) {
        LockNode<?> current = node();
        LockFacts facts = current == null ? null : NodeFacts.of(current).lock(waiter.lock());
        return facts == null || facts.phase() != Phase.WAITING ? null : facts.stamp();
    }

    /** Whether its hold has its spare votes (V3). */
    boolean hasSpares(NodeClaim claim) {
        LockSlot<?> slot = isPaused() ? null : slot(claim);
        return slot != null && slot.holding().contains(claim) && slot.hasSpares();
    }

    /** The voters that it takes to be slow (H1). */
    NodeSet slow() {
        LockNode<?> current = node();
        return current == null ? NodeSet.EMPTY : current.slow();
    }

    /** W1. */
    void beginToStop() {
        stopping = true;
        turn(Signal.STOP);
    }

    /** W2, W3: after a turn of a node that is about to stop. */
    private void goOnStopping(LockNode<?> current) {
        boolean isIdle = current.slots().stream()
                .allMatch(slot -> slot.holding().isEmpty() && slot.waiting().isEmpty());
        if (isIdle && !left) {
            left = true;
            run.at(run.now(), () -> {
                if (node() == current) {
                    turn(Signal.LEAVE_VOTERS);
                }
            });
        } else if (current.hasStopped()) {
            run.at(run.now(), () -> {
                if (node() == current && !isPaused() && current.hasStopped()) {
                    clean = run.storm().keepsCeiling() && current.mayCallItClean() && disk.flush();
                    run.stopped(self(), clean);
                }
            });
        }
    }

    boolean isCutOff() {
        return cutOff;
    }

    void setCutOff(boolean isCutOff) {
        cutOff = isCutOff;
    }

    void setSkew(long micros) {
        skewMicros = micros;
    }

    @Override
    protected long trueMicros() {
        return followsTrueTime ? super.trueMicros() + skewMicros : 0;
    }

    @Override
    protected void beforeTurn(LockNode<?> current) {
        run.countTurn(self(), shown());
        slowBefore = current.slow();
        sessionsBefore = shown() >= current.wake() ? SessionSnapshot.of(current) : null;
    }

    @Override
    protected void turnBegins(LockNode<?> current) {
        SessionSnapshot before = sessionsBefore;
        if (before != null) {
            before.countEndsUntil(SessionSnapshot.of(current), run.counts());
        }
    }

    @Override
    protected void tell(LockNode<?> current, Event event) {
        if (event instanceof Event.Receive receive) {
            run.watcher().delivered(receive.from(), self(), receive.packet());
        } else if (event instanceof Event.OfPeer told && told.news() == News.RESET) {
            heldBack.forget(told.peer());
        } else if (event instanceof Event.Acquire acquire) {
            LockSlot<?> slot = slot(acquire.claim());
            run.counts().count("standing re-uses", slot != null && slot.phase() == Phase.STANDING ? 1 : 0);
            run.asks(acquire.claim());
        } else if (event instanceof Event.TimerFired fired) {
            countWish(current, fired);
        } else if (event instanceof Event.Release release) {
            release(current, release.claim());
            return;
        } else if (event instanceof Event.Abandon abandon) {
            abandon(current, abandon.claim());
            return;
        } else if (event instanceof Event.Written written) {
            heldBack.durable(written.upTo(), this::speak);
        }
        event.applyTo(current);
    }

    private void countWish(LockNode<?> current, Event.TimerFired fired) {
        LockSlot<?> slot = current.find(fired.lock());
        if (fired.timer().name().equals("SPARES") && slot != null && !slot.hasSpares()) {
            run.counts().count("holds that want spare votes");
            wantingSpares.add(fired.lock());
        }
    }

    private void release(LockNode<?> current, NodeClaim claim) {
        if (current.release(claim)) {
            end(claim);
            run.released(claim);
        }
    }

    private void abandon(LockNode<?> current, NodeClaim claim) {
        if (current.abandon(claim)) {
            run.abandoned(claim);
        } else if (waitingForDisk.remove(claim)) {
            current.release(claim);
            run.abandoned(claim);
        }
    }

    @Override
    protected void turnEnds(LockNode<?> current) {
        run.lookAtOwner(this);
        run.counts().count("voters found slow", current.slow().minus(slowBefore).size());
        inTurn = true;
    }

    @Override
    protected void turnEnded(LockNode<?> current) {
        inTurn = false;
        run.watcher().turned(self(), current::describeTo);
        countSpares(current);
        if (stopping) {
            goOnStopping(current);
        }
    }

    private void countSpares(LockNode<?> current) {
        wantingSpares.removeIf(lock -> {
            LockSlot<?> slot = current.find(lock);
            boolean isThere = slot != null && slot.hasSpares();
            run.counts().count("spare votes granted", isThere ? 1 : 0);
            return isThere || slot == null || slot.holding().isEmpty();
        });
    }

    @Override
    protected void prolonged(NodeClaim claim, long until) {
        run.holds().prolonged(claim, until);
    }

    /** All that the node knows is gone, except what is on its disk. */
    void crash() {
        long atTheLatest = shown() + run.storm().termsOf(self()).trustNanos();
        for (NodeClaim claim : held()) {
            run.holds().crashed(claim, atTheLatest);
            run.watcher().lost(claim, LossReason.NODE_CLOSED);
        }
        goDown();
        disk.crash();
        heldBack.clear();
        waitingForDisk.clear();
        stopping = false;
        left = false;
        wantingSpares.clear();
    }

    /** The node's memory of locks, for people; empty if none. */
    String remembered() {
        LockNode<?> current = node();
        if (current == null || current.slots().isEmpty()) {
            return "";
        }
        StateText text = new StateText();
        current.describeTo(text);
        return text.toString();
    }

    private void end(NodeClaim claim) {
        holdsNoMore(claim);
        run.holds().ended(claim);
    }

    // What turns lead to

    @Override
    public void keepCeiling(long ceiling) {
        disk.write(ceiling);
    }

    @Override
    protected long duration(TimerName timer, Duration delay, Duration jitter) {
        return delay.toNanos() + run.partOf(jitter.toNanos());
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
        run.send(self(), to, frame, length);
    }

    private boolean waits() {
        return run.order() != Order.FRAMES_FIRST && heldBack.holds(clockOfNode());
    }

    private long clockOfNode() {
        LockNode<?> current = node();
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
        holds(granted);
        run.granted(granted, fence, validUntil(granted));
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
