// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LimitReachedException;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.HeldBack;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Transport;
import io.quorate.node.time.NodeTime;
import io.quorate.node.time.TimerWheel;
import io.quorate.node.turn.LocalClaim.State;
import io.quorate.node.watch.StopProgress;
import io.quorate.node.watch.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Everything of a running node that only turns touch: the machine, its timers, and the outcome of the claims. */
public final class NodeState implements NodeEffects {
    private static final EventLog LOG = EventLog.of(NodeState.class);

    private final LockNode<?> node;
    private final Transport transport;
    public final NodeTime time;

    /** Has a ceiling written elsewhere, soon. */
    private final LongConsumer ceilings;

    private final HeldBack heldBack;

    /** Where the outcome of turns goes: this object, unless somebody is in front of it. */
    private NodeEffects effects = this;

    private final Availability availability;
    private final Supervisor supervisor;

    /** Tells the listeners of a claim, elsewhere. */
    private final BiConsumer<LocalClaim, LossReason> onLost;

    public final TimerWheel wheel;
    private final WakeTimer wakeTimer = new WakeTimer();
    public final OpenHolds holds;
    private final LocalClaim.OpenClaims openClaims = new LocalClaim.OpenClaims();
    private final MachineTimers machineTimers;
    private final ClaimDeadlines deadlines;

    /** How far the stop of this node has come; for every thread. */
    public final StopProgress stop = new StopProgress();

    private final NodeStop leaving;

    private long now;
    private @Nullable LocalClaim settled;
    private boolean votes;
    private boolean closed;
    private boolean halted;

    /** This node stops, and holds of it may still be open: their owners close them. */
    private boolean draining;

    /** {@link #halt} has told everybody. */
    private volatile boolean allTold;

    private final TurnCounts counts = new TurnCounts();

    public NodeState(
            LockNode<?> node,
            Transport transport,
            NodeTime time,
            long durableCeiling,
            LongConsumer ceilings,
            Availability availability,
            Duration unavailableAfter,
            Supervisor supervisor,
            BiConsumer<LocalClaim, LossReason> onLost) {
        this.node = node;
        this.transport = transport;
        this.time = time;
        this.ceilings = ceilings;
        this.heldBack = new HeldBack(durableCeiling);
        this.availability = availability;
        this.supervisor = supervisor;
        this.onLost = onLost;
        this.now = time.now();
        this.votes = node.isVoting();
        availability.begin(now);
        this.wheel = new TimerWheel(now);
        this.holds = new OpenHolds(node, wheel, time::leaseNanos);
        this.machineTimers = new MachineTimers(node, wheel);
        this.deadlines = new ClaimDeadlines(node, wheel, availability, unavailableAfter);
        this.leaving = new NodeStop(node, stop);
        NodeSet missing = availability.suspected();
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            node.peerSuspected(NodeId.of(index));
        }
    }

    /** Whether this node has ended by itself: nothing it holds is valid, and nothing leaves it. For every thread. */
    boolean hasEnded() {
        return supervisor.hasEnded();
    }

    /** R0: what has run out ends before anything else happens in the turn. */
    public void beginTurn() {
        counts.turns++;
        if (!halted && time.hasStoodStill()) {
            standingStillIsOver();
        }
        advance(time.trueTime());
        wheel.fireDue(now);
    }

    private void standingStillIsOver() {
        if (!holds.isEmpty()) {
            LOG.say(LogEvent.STOOD_STILL);
        }
        holds.endAll();
        node.endAllTrust();
        time.goesOn(); // not before: until then the clocks tell every thread
    }

    private void advance(long trueTime) {
        now = time.now();
        if (!halted) {
            node.beginTurn(now, trueTime);
            if (!votes && !closed && node.isVoting()) {
                beginVoting();
            }
        }
    }

    /** Requesters that were told that this node grants nothing should ask it again. */
    private void beginVoting() {
        votes = true;
        NodeSet peers = availability.reachablePeers();
        for (int index = peers.next(0); index >= 0; index = peers.next(index + 1)) {
            node.greet(NodeId.of(index));
        }
    }

    /** Only makes a turn happen. */
    private static final class WakeTimer extends TimerWheel.Timer {
        @Override
        public void fire() {}
    }

    /** Sends, starts timers, and gives the claims that were settled in this turn, linked. */
    @Nullable
    public LocalClaim endTurn() {
        if (!halted) {
            advance(0); // whatever ran out during the turn must not be told as if it had not
            if (availability.hasChanged(now)) {
                deadlines.watchAll(now);
            }
            if (draining) {
                node.endStanding();
                if (openClaims.any() == null) {
                    leave(keepsSome());
                }
            }
            node.endTurn(effects);
            leaving.look();
            long next = Math.min(holds.tellIfDue(now), node.wake());
            if (next != wakeTimer.deadline() || !wakeTimer.isRunning()) {
                wheel.start(wakeTimer, next);
            }
        }
        return takeSettled();
    }

    /**
     * A frame of the locks has come. The time is read again: if this thread was stopped since the turn began, the frame may be younger
     * than the turn, and its sender would trust us for longer than we remember it.
     *
     * @param heard whether what its sender says about this lock is heard; null for all locks
     */
    public void receive(NodeId from, byte[] bytes, int offset, int length, @Nullable Predicate<LockName> heard) {
        if (!halted) {
            advance(0);
            holds.mayBeExtended();
            node.receive(from, bytes, offset, length, heard);
        }
    }

    /** A voter refuses the lock to this node: its waiting claims are told why. */
    public void refuse(LockName lock, String why) {
        LockSlot<?> slot = halted ? null : node.find(lock);
        if (slot == null) {
            return;
        }
        for (Claim each : List.copyOf(slot.waiting())) {
            LocalClaim claim = (LocalClaim) each;
            if (node.abandon(claim)) {
                claim.refusal = why;
                settle(claim, State.REFUSED);
            }
        }
    }

    public void acquire(LocalClaim claim) {
        if (closed) {
            settle(claim, State.CLOSED);
            return;
        }
        openClaims.add(claim);
        try {
            node.acquire(claim);
        } catch (LimitReachedException refusal) {
            claim.refusal = String.valueOf(refusal.getMessage());
            settle(claim, State.REFUSED);
            return;
        } catch (RuntimeException | Error bug) {
            settle(claim, State.CLOSED); // wherever it got stuck, no thread should wait for it
            throw bug;
        }
        claim.askedAt = now;
        claim.deadline = TimerWheel.sum(now, claim.now ? claim.timeout.answersNanos() : claim.timeout.nanos());
        deadlines.watch(claim, now);
    }

    /** The owner has closed its hold. The lock is given back now, or when its least time is over. */
    void closedByOwner(LocalClaim claim) {
        if (halted || !holds.keep(claim, now)) {
            release(claim);
        } else {
            openClaims.remove(claim);
        }
    }

    /** The longest time of a hold is over, which its owner has not closed; or the least time of a lock that was kept. */
    void holdTimeIsUp(LocalClaim claim) {
        if (!claim.isKept) {
            lost(claim, LossReason.TIME_IS_UP);
        }
        release(claim);
    }

    /** The lock is given back; it may have been lost before, then this does nothing. */
    private void release(LocalClaim claim) {
        openClaims.remove(claim);
        holds.remove(claim);
        if (!halted) {
            node.release(claim);
        }
    }

    /** The caller wants the lock no more, whether it has it by now or not. */
    public void abandon(LocalClaim claim) {
        if (halted || node.abandon(claim)) {
            settle(claim, State.ABANDONED);
        } else if (claim.move(State.WAITING, State.ABANDONED)) {
            release(claim); // it was granted in this very turn
            told(claim);
        } else if (claim.move(State.HELD, State.ABANDONED)) {
            // Granted in an earlier turn, whose thread tells it, maybe this moment: it is still in that one's list.
            release(claim);
        }
    }

    /** B4: its time is up, but too short for answers: it gives up only when somebody is known to hold the lock. */
    private boolean waitsForAnswers(LocalClaim claim) {
        boolean tooShort = claim.timeout.answersNanos() > claim.timeout.nanos();
        boolean isEarly = claim.deadline > now || claim.now;
        if (halted || !tooShort || isEarly || !availability.isAvailable(claim.lock())) {
            return false;
        }
        claim.now = true;
        claim.deadline = TimerWheel.sum(claim.askedAt, claim.timeout.answersNanos());
        if (!node.askNow(claim)) {
            return false;
        }
        deadlines.watch(claim, now);
        return true;
    }

    /** A claim's timer has fired. If it was granted in this very turn, it holds. */
    void timeIsUp(LocalClaim claim) {
        if (waitsForAnswers(claim)) {
            return;
        }
        if (claim.waitsForDisk) {
            counts.timedOut++;
            settle(claim, State.TIMED_OUT);
            release(claim);
        } else if (!halted && node.abandon(claim)) {
            LockSlot<?> slot = node.find(claim.lock());
            claim.busyHolder = slot != null && !slot.holding().isEmpty() ? node.self() : null;
            // Only what is missing for long enough is a reason to say so instead of "others have it".
            boolean timedOut = claim.deadline <= now && !deadlines.isUnavailable(claim.lock(), now);
            if (timedOut) {
                counts.timedOut++;
            } else {
                counts.unavailable++;
            }
            settle(claim, timedOut ? State.TIMED_OUT : State.UNAVAILABLE);
        }
    }

    /** The claim waits no more, and does not hold. */
    private void settle(LocalClaim claim, State outcome) {
        openClaims.remove(claim);
        if (claim.move(State.WAITING, outcome)) {
            told(claim);
        }
    }

    private void told(LocalClaim claim) {
        deadlines.unwatch(claim);
        claim.nextSettled = settled;
        settled = claim;
    }

    public void linkReset(NodeId peer) {
        if (!halted) {
            heldBack.forget(peer);
            node.linkReset(peer);
        }
    }

    public void peerSuspected(NodeId peer) {
        if (!halted) {
            node.peerSuspected(peer);
        }
        NodeSet before = availability.suspected();
        availability.suspect(peer, now);
        deadlines.watchAgain(before, now);
    }

    public void peerRestored(NodeId peer) {
        if (!halted) {
            node.peerRestored(peer);
        }
        NodeSet before = availability.suspected();
        availability.trust(peer);
        deadlines.watchAgain(before, now);
    }

    /** T1: two processes have the id of the peer. Neither counts until a lease after this was said last. */
    public void twinSeen(NodeId peer) {
        if (!halted) {
            node.twinSeen(peer);
            machineTimers.startTwin(peer, TimerWheel.sum(now, time.memoryNanos()));
        }
    }

    /** Revokes the hold of this node; false if there is none. */
    public boolean revoke(LockName lock) {
        return !halted && node.revoke(lock);
    }

    /** V3. */
    public boolean hasSpareVotes(LocalClaim claim) {
        LockSlot<?> slot = halted ? null : node.find(claim.lock());
        return slot != null && slot.hasSpares();
    }

    /** Gives back what is held or kept for later, fails what waits, and refuses what comes; this node votes no more. */
    public void close() {
        if (halted) {
            return;
        }
        for (Claim claim : stopAsking()) {
            settle((LocalClaim) claim, State.CLOSED); // if it was granted in this very turn
            lost(claim, LossReason.NODE_CLOSED);
            if (!staysTaken((LocalClaim) claim)) {
                node.release(claim);
            }
        }
        boolean keeps = keepsSome();
        leave(keeps);
        if (!keeps) {
            node.endAllTrust(); // gives back what was only kept for later
        }
        node.leavePart();
    }

    /** Whether the lock is to stay taken when this node ends: its least time is not over. Without a lease nobody would ever free it. */
    private boolean staysTaken(LocalClaim claim) {
        return time.isLeased() && claim.keptUntil > now;
    }

    private boolean keepsSome() {
        return time.isLeased() && holds.keepsSome(now);
    }

    private void leave(boolean keepsLocks) {
        draining = false;
        leaving.leave(keepsLocks, time.isLeased());
    }

    /** W1, in a process that is about to end: as {@link #close()}, but what is held stays until it is closed. Gives the open holds. */
    public List<LocalClaim> drain() {
        List<LocalClaim> open = new ArrayList<>();
        for (Claim claim : halted ? List.<Claim>of() : stopAsking()) {
            LocalClaim mine = (LocalClaim) claim;
            if (mine.state() == State.WAITING) { // granted, but its owner does not know and will not
                settle(mine, State.CLOSED);
                release(mine);
            } else if (!mine.isKept) {
                open.add(mine);
            }
        }
        draining = !halted;
        return open;
    }

    /** This node votes no more, fails what waits, and refuses what comes. Gives what is held. */
    private List<Claim> stopAsking() {
        closed = true;
        if (availability.isVoter() && node.hasPart()) {
            node.stopVoting(); // a node with a part says good-bye by that
        } else if (availability.isVoter()) {
            node.beginToStop();
        }
        if (!node.isStopping()) {
            stop.stopped(false); // of one that has no vote, or no sessions, nobody has to be waited for
        }
        List<Claim> waiting = new ArrayList<>();
        List<Claim> holding = new ArrayList<>();
        for (LockSlot<?> slot : node.slots()) {
            waiting.addAll(slot.waiting());
            holding.addAll(slot.holding());
        }
        for (Claim claim : waiting) {
            node.abandon(claim);
            settle((LocalClaim) claim, State.CLOSED);
        }
        return holding;
    }

    /**
     * The node has ended by itself: a turn has failed, or a thread is missing. From now on nothing leaves this node: to the others it is
     * as if it had crashed. Local waiters and holders are told. May be called again if it throws because memory has run out.
     */
    public void halt() {
        halted = true;
        closed = true;
        if (allTold) {
            return;
        }
        heldBack.clear();
        machineTimers.stopAll();
        wheel.stop(wakeTimer);
        for (LocalClaim claim = openClaims.any(); claim != null; claim = openClaims.any()) {
            settle(claim, State.CLOSED);
            lost(claim, LossReason.NODE_CLOSED);
        }
        allTold = true;
        stop.holdsAreClosed();
    }

    /** Whether {@link #halt} was done. */
    public boolean isHalted() {
        return allTold;
    }

    /** Those who were told by a {@link #halt} that was called outside of turns, linked. */
    public @Nullable LocalClaim takeSettled() {
        LocalClaim first = settled;
        settled = null;
        return first;
    }

    @Override
    public void keepCeiling(long ceiling) {
        ceilings.accept(ceiling);
    }

    /** K1: the ceiling is on the disk, so what has waited for it leaves. */
    public void ceilingIsDurable(long ceiling) {
        if (halted || hasEnded()) {
            return;
        }
        resetLinks(heldBack.durable(ceiling, transport::offer));
    }

    private void resetLinks(NodeSet dropped) {
        for (int index = dropped.next(0); index >= 0; index = dropped.next(index + 1)) {
            node.linkReset(NodeId.of(index));
        }
    }

    /** The outcome of turns goes there first. Before the first turn. */
    public void leadTo(NodeEffects first) {
        effects = first;
    }

    /** K1: what waits for the disk, until {@link #rosterIsDurable} or {@link #ceilingIsDurable}. */
    public HeldBack heldBack() {
        return heldBack;
    }

    /** K1: whether something waits for the disk. */
    public boolean isHeldBack() {
        return heldBack.holds(node.clock());
    }

    /** K1: what is known about rosters is on the disk. */
    public void rosterIsDurable(long write) {
        if (!halted && !hasEnded()) {
            resetLinks(heldBack.rosterWritten(write, transport::offer));
        }
    }

    @Override
    public void granted(Claim claim, long fence) {
        LocalClaim mine = (LocalClaim) claim;
        long clock = node.clock();
        if (fence != 0 && heldBack.holds(clock)) { // where this node decides alone, no frame has waited for the fence
            mine.waitsForDisk = true;
            heldBack.addNews(clock, () -> tellGranted(mine, fence));
        } else {
            tellGranted(mine, fence);
        }
    }

    private void tellGranted(LocalClaim mine, long fence) {
        mine.waitsForDisk = false;
        if (hasEnded()) {
            settle(mine, State.CLOSED);
            return;
        }
        mine.heldSinceMillis = System.currentTimeMillis();
        mine.fence = fence;
        mine.heldAt = now;
        holds.add(mine, now);
        if (mine.move(State.WAITING, State.HELD)) {
            counts.granted++;
            told(mine);
        } else {
            holds.remove(mine);
        }
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        LocalClaim mine = (LocalClaim) claim;
        if (mine.waitsForDisk && !halted) { // it does not know yet that it held
            heldBack.addNews(node.clock(), () -> lost(claim, reason));
            return;
        }
        mine.lossReason = mine.isKept ? mine.lossReason : reason;
        openClaims.remove(mine);
        holds.remove(mine);
        if (mine.move(State.HELD, State.LOST)) {
            counts.lost++;
            onLost.accept(mine, reason);
        }
    }

    /** B3: somebody held the lock after the claim asked for it now or not at all. */
    @Override
    public void busy(Claim claim, NodeId holder) {
        LocalClaim mine = (LocalClaim) claim;
        mine.busyHolder = holder;
        counts.timedOut++;
        settle(mine, State.TIMED_OUT);
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        if (hasEnded()) {
            return;
        }
        long clock = node.clock();
        if (heldBack.holds(clock)) {
            heldBack.addFrame(clock, to, frame, length);
        } else {
            transport.offer(to, frame, length); // what is dropped is counted there, and leads to a link reset
        }
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        machineTimers.start(lock, timer, now, delay, jitter);
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        machineTimers.stop(lock, timer);
    }

    public NodeCounters counters(
            long framesKept, long framesRefused, long framesOverflowed, long messagesNotPermitted, long failures) {
        return counts.with(node, framesKept, framesRefused, framesOverflowed, messagesNotPermitted, failures);
    }
}
