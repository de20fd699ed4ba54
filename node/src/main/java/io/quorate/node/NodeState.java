package io.quorate.node;

import io.quorate.core.engine.Claim;
import io.quorate.core.engine.LimitReachedException;
import io.quorate.core.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.protocol.TimerName;
import io.quorate.node.LocalClaim.State;
import io.quorate.node.net.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Everything of a running node that only turns touch: the machine, its timers, and what becomes of the claims. */
final class NodeState implements NodeEffects {
    private final LockNode<?> node;
    private final Transport transport;
    private final NanoClock clock;
    private final Availability availability;
    private final long unavailableAfterNanos;

    /** Tells the listeners of a claim, elsewhere. */
    private final BiConsumer<LocalClaim, LossReason> onLost;

    final TimerWheel wheel;
    private final Map<MachineTimer.Key, MachineTimer> machineTimers = new HashMap<>();
    private final SplittableRandom jitterSource;

    private long now;
    private @Nullable LocalClaim settled;
    private boolean closed;
    private boolean halted;

    private long turns;
    private long granted;
    private long timedOut;
    private long unavailable;

    /** For each node that is missing, since when. */
    private final long[] missingSince;

    private long lost;

    NodeState(
            LockNode<?> node,
            Transport transport,
            NanoClock clock,
            Availability availability,
            Duration unavailableAfter,
            BiConsumer<LocalClaim, LossReason> onLost) {
        this.node = node;
        this.transport = transport;
        this.clock = clock;
        this.availability = availability;
        this.unavailableAfterNanos = NodeSettings.nanos(unavailableAfter);
        this.onLost = onLost;
        this.now = clock.now();
        this.missingSince = new long[availability.nodes()];
        Arrays.fill(missingSince, now);
        this.wheel = new TimerWheel(now);
        this.jitterSource = new SplittableRandom(node.self().index());
        NodeSet missing = availability.suspected();
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            node.peerSuspected(NodeId.of(index));
        }
    }

    void beginTurn() {
        turns++;
        now = clock.now();
        wheel.fireDue(now);
    }

    /** Sends, starts timers, and gives the claims that were settled in this turn, linked. */
    @Nullable
    LocalClaim endTurn() {
        if (!halted) {
            node.endTurn(this);
        }
        LocalClaim first = settled;
        settled = null;
        return first;
    }

    /** A frame of the locks has come. */
    void receive(NodeId from, byte[] bytes, int offset, int length) {
        if (!halted) {
            node.receive(from, bytes, offset, length);
        }
    }

    void acquire(LocalClaim claim) {
        if (closed) {
            settle(claim, State.CLOSED);
            return;
        }
        if (claim.patience.attempt() && isTakenHere(claim)) {
            timedOut++;
            settle(claim, State.TIMED_OUT);
            return;
        }
        try {
            node.acquire(claim);
        } catch (LimitReachedException refusal) {
            claim.refusal = String.valueOf(refusal.getMessage());
            settle(claim, State.REFUSED);
            return;
        } catch (RuntimeException | Error bug) {
            settle(claim, State.CLOSED); // wherever it got stuck, nobody shall wait for it
            throw bug;
        }
        claim.deadline = sum(now, claim.patience.nanos());
        watch(claim);
    }

    /** Whether others of this very node have the lock or wait for it: then nobody need be asked. */
    private boolean isTakenHere(LocalClaim claim) {
        LockSlot<?> slot = node.find(claim.lock());
        return slot != null
                && (!slot.waiting().isEmpty()
                        || slot.holding().stream()
                                .anyMatch(holder -> holder.mode().conflictsWith(claim.mode())));
    }

    private static long sum(long time, long nanos) {
        return nanos >= TimerWheel.NEVER - time ? TimerWheel.NEVER : time + nanos;
    }

    /** Sets the claim's timer to when its patience ends, or the wait for missing nodes if that is sooner. */
    private void watch(LocalClaim claim) {
        long giveUp = availability.isAvailable(claim.lock()) ? TimerWheel.NEVER : sum(now, unavailableAfterNanos);
        long next = Math.min(claim.deadline, giveUp);
        if (next != TimerWheel.NEVER) {
            wheel.start(claim.timer(), next);
        } else {
            unwatch(claim);
        }
    }

    private void unwatch(LocalClaim claim) {
        if (claim.timer != null) {
            wheel.stop(claim.timer);
        }
    }

    /** The owner has given the lock back; it may have been lost before, then this does nothing. */
    void release(LocalClaim claim) {
        if (!halted) {
            node.release(claim);
        }
    }

    /** The caller wants the lock no more, whether it has it by now or not. */
    void abandon(LocalClaim claim) {
        if (halted || node.abandon(claim)) {
            settle(claim, State.ABANDONED);
        } else if (claim.move(State.WAITING, State.ABANDONED)) {
            node.release(claim); // it was granted in this very turn
            told(claim);
        } else if (claim.move(State.HELD, State.ABANDONED)) {
            // Granted in an earlier turn, whose thread tells it, maybe this moment: it is still in that one's list.
            node.release(claim);
        }
    }

    /** A claim's timer has fired. If it was granted in this very turn, it holds. */
    void timeIsUp(LocalClaim claim) {
        if (!halted && node.abandon(claim)) {
            boolean impatient = claim.deadline <= now && !isUnavailable(claim.lock());
            if (impatient) {
                timedOut++;
            } else {
                unavailable++;
            }
            settle(claim, impatient ? State.TIMED_OUT : State.UNAVAILABLE);
        }
    }

    /** Whether nodes without which a lock cannot be decided are missing for long enough to say so instead of "others have it". */
    private boolean isUnavailable(LockName lock) {
        NodeSet missing = availability.suspected();
        NodeSet.Builder forLong = new NodeSet.Builder();
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            if (now - missingSince[index] >= unavailableAfterNanos) {
                forLong.add(index);
            }
        }
        return !availability.isAvailable(lock, forLong.build());
    }

    private void settle(LocalClaim claim, State outcome) {
        if (claim.move(State.WAITING, outcome)) {
            told(claim);
        }
    }

    private void told(LocalClaim claim) {
        unwatch(claim);
        claim.nextSettled = settled;
        settled = claim;
    }

    void linkReset(NodeId peer) {
        if (!halted) {
            node.linkReset(peer);
        }
    }

    void peerSuspected(NodeId peer) {
        if (!halted) {
            node.peerSuspected(peer);
        }
        if (!availability.suspected().contains(peer)) {
            missingSince[peer.index()] = now;
        }
        suspect(availability.suspected().with(peer));
    }

    void peerTrusted(NodeId peer) {
        if (!halted) {
            node.peerTrusted(peer);
        }
        suspect(availability.suspected().without(peer));
    }

    private void suspect(NodeSet nodes) {
        NodeSet before = availability.suspected();
        availability.suspect(nodes);
        for (LockSlot<?> slot : node.slots()) {
            // Each lock has its own quorums, and may be the only one that this peer decides.
            if (availability.isAvailable(slot.name(), before) != availability.isAvailable(slot.name())) {
                for (Claim claim : slot.waiting()) {
                    watch((LocalClaim) claim);
                }
            }
        }
    }

    /** Gives back what is held, fails what waits, and refuses what comes. */
    void close() {
        if (halted) {
            return;
        }
        closed = true;
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
        for (Claim claim : holding) {
            settle((LocalClaim) claim, State.CLOSED); // if it was granted in this very turn
            lost(claim, LossReason.NODE_CLOSED);
            node.release(claim);
        }
    }

    /**
     * A turn has failed, so the machine may be in a state that nobody thought of. From now on nothing leaves this node, no
     * vote and no request: to the others it is as if it had crashed. Whoever waits or holds here is told.
     */
    void halt() {
        halted = true;
        closed = true;
        for (LockSlot<?> slot : node.slots()) {
            for (Claim claim : slot.waiting()) {
                settle((LocalClaim) claim, State.CLOSED);
            }
            for (Claim claim : slot.holding()) {
                settle((LocalClaim) claim, State.CLOSED);
                lost(claim, LossReason.NODE_CLOSED);
            }
        }
    }

    @Override
    public void keepCeiling(long ceiling) {
        throw new IllegalStateException("this node was not told to keep a ceiling");
    }

    @Override
    public void granted(Claim claim, long fence) {
        LocalClaim mine = (LocalClaim) claim;
        mine.heldSinceMillis = System.currentTimeMillis();
        if (mine.move(State.WAITING, State.HELD)) {
            granted++;
            told(mine);
        }
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        LocalClaim mine = (LocalClaim) claim;
        mine.lossReason = reason;
        if (mine.move(State.HELD, State.LOST)) {
            lost++;
            onLost.accept(mine, reason);
        }
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        transport.offer(to, frame, length); // what is dropped is counted there, and leads to a link reset
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        long random = jitter.isZero() ? 0 : jitterSource.nextLong(jitter.toNanos() + 1);
        MachineTimer running =
                machineTimers.computeIfAbsent(new MachineTimer.Key(lock, timer), key -> new MachineTimer(key, this));
        wheel.start(running, sum(now, sum(delay.toNanos(), random)));
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        MachineTimer running = machineTimers.remove(new MachineTimer.Key(lock, timer));
        if (running != null) {
            wheel.stop(running);
        }
    }

    /** A timer of a lock's machine has fired. */
    void fired(MachineTimer timer) {
        machineTimers.remove(timer.key());
        if (halted) {
            return;
        }
        node.timerFired(timer.key().lock(), timer.key().timer());
    }

    LockView view(LockName lock) {
        return LockView.of(node.find(lock));
    }

    int locksInUse() {
        return node.slots().size();
    }

    NodeCounters counters(long framesKept, long framesRefused, long framesOverflowed, long failures) {
        return new NodeCounters(
                turns,
                granted,
                timedOut,
                unavailable,
                lost,
                framesKept,
                framesRefused,
                framesOverflowed,
                failures,
                node.refusedCount(),
                locksInUse());
    }
}
