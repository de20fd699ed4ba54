// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One lock in use at this node: the algorithm's machine, and the node's own claims before it. */
public final class LockSlot<M extends Message> {
    private LockName name;
    private final MachineContext context;
    private final LockMachine<M> machine;
    private final LocalClaims claims;

    /** The last request to the machine. */
    private Mode requested = Mode.EXCLUSIVE;

    /** Maximum number of claims that hold, one after the other, under one fence of the machine. */
    static final int CLAIMS_PER_FENCE = 1 << 9;

    /** After this number of claims the next fence is requested, so that no claim waits for it. */
    private static final int RENEW_AFTER = CLAIMS_PER_FENCE / 2;

    /** The fence of the machine that claims were admitted under, and how many. */
    private long fence;

    private int underFence;

    /** The peer whose message made us keep this lock; null if this node has wanted it itself. */
    private SlotsOfPeers.@Nullable Share share;

    /** The slot of this lock; the context is the one of the machine, and of no other. */
    LockSlot(LockName name, MachineContext context, LockMachine<M> machine) {
        this(name, context, machine, new LocalClaims());
    }

    private LockSlot(LockName name, MachineContext context, LockMachine<M> machine, LocalClaims claims) {
        this.name = name;
        this.context = context;
        this.machine = machine;
        this.claims = claims;
    }

    public LockName name() {
        return name;
    }

    /** This node's state for this lock on the network. */
    public Phase phase() {
        return machine.phase();
    }

    /** Until when, by the clock of the node, its hold is valid as things stand. */
    public long validUntil() {
        return machine.validUntil();
    }

    public boolean isContended() {
        return machine.isContended();
    }

    /** The claims of this node that hold the lock. */
    public List<Claim> holding() {
        return claims.holding();
    }

    /** The claims of this node that wait, the first first. */
    public List<Claim> waiting() {
        return claims.waiting();
    }

    /** A quiescent slot is as good as a new one, so it serves the next lock. */
    void reuseFor(LockName next) {
        Invariant.hold(isQuiescent(), "only a slot with nothing in it is used again");
        name = next;
        fence = 0;
        underFence = 0;
        context.reuseFor(next);
    }

    /** The slot counts among those that this peer made us keep. */
    void countFor(SlotsOfPeers.Share peer) {
        share = peer;
        peer.count++;
    }

    /** The slot is forgotten, or this node wants the lock itself: no peer answers for it any more. */
    void countForNobody() {
        SlotsOfPeers.Share counted = share;
        if (counted != null) {
            counted.count--;
            share = null;
        }
    }

    @Nullable
    NodeId countedFor() {
        return share == null ? null : share.peer;
    }

    LockMachine<M> machine() {
        return machine;
    }

    LocalClaims claims() {
        return claims;
    }

    void entered() {
        claims.holdBegins();
        takeUpFence();
    }

    /** A new hold has a new fence, and one that goes on may have got another. */
    private void takeUpFence() {
        if (machine.fence() != fence) {
            fence = machine.fence();
            underFence = 0;
        }
    }

    /** E4: until when the hold was valid is known before another quorum system decides. */
    void configurationRose(Rise rise, Outbox<M> out) {
        long validBefore = machine.phase() == Phase.HOLDING ? machine.validUntil() : Long.MIN_VALUE;
        context.configurationRose();
        machine.configurationRose(rise, validBefore, out);
    }

    void lost(LossReason reason, EngineEffects<M> effects) {
        for (Claim claim : claims.loseAll()) {
            effects.lost(claim, reason);
        }
    }

    /** B3: another node holds the lock: the claims that wanted it now or not at all are over. */
    void busy(NodeId holder, EngineEffects<M> effects) {
        for (Claim claim : claims.takeNow()) {
            effects.busy(claim, holder);
        }
    }

    /** V3. */
    public boolean hasSpares() {
        return machine.hasSpares();
    }

    /** Brings machine and claims together by at most one call to the machine; says whether there was one. */
    boolean advance(Outbox<M> out, EngineEffects<M> effects, StandingHabit habit) {
        return switch (machine.phase()) {
            case IDLE -> askIfWanted(out);
            case STANDING -> useAgainIfWanted(out);
            case WAITING -> abandonIfUnwanted(out);
            case HOLDING -> admitOrRelease(out, effects, habit);
        };
    }

    /** G1: what stands in the wanted mode is used again. In another mode the machine asks again. */
    private boolean useAgainIfWanted(Outbox<M> out) {
        if (!claims.anyWaiting()) {
            return false;
        }
        requested = claims.wantedMode();
        machine.acquire(requested, out);
        return true;
    }

    private boolean askIfWanted(Outbox<M> out) {
        if (!claims.anyWaiting()) {
            return false;
        }
        requested = claims.wantedMode();
        forgetFence();
        machine.askNow(claims.anyNow(), out);
        claims.nowIsAsked();
        machine.acquire(requested, out);
        return true;
    }

    /** Of a hold that is over. */
    private void forgetFence() {
        fence = 0;
        underFence = 0;
    }

    /** When the claim that the request was made for gives up, those behind it may want nothing, or another mode. */
    private boolean abandonIfUnwanted(Outbox<M> out) {
        if (claims.anyWaiting() && claims.wantedMode() == requested) {
            return askNowIfWanted(out);
        }
        machine.abandon(out);
        return true;
    }

    /** B1: a claim that wants the lock now has come to others that wait for it, or the last such has given up. */
    private boolean askNowIfWanted(Outbox<M> out) {
        boolean anyNow = claims.anyNow();
        if (anyNow == machine.asksNow()) {
            return false;
        }
        machine.askNow(anyNow, out);
        claims.nowIsAsked();
        return machine.asksNow() == anyNow; // an algorithm that knows no such thing sends nothing
    }

    private boolean admitOrRelease(Outbox<M> out, EngineEffects<M> effects, StandingHabit habit) {
        takeUpFence();
        Claim next = admitNext();
        while (next != null) {
            effects.granted(next, fence == 0 ? 0 : fence * CLAIMS_PER_FENCE + underFence++);
            next = admitNext();
        }
        claims.holdHasBegun();
        if (underFence == RENEW_AFTER) {
            machine.renewFence(out);
        }
        for (Claim claim : claims.takeNowBehindHolders(machine.isContended())) {
            effects.busy(claim, context.self());
        }
        boolean writerIsNext = requested == Mode.SHARED && claims.isWriterNext();
        if (claims.anyHolding()) {
            return machine.writerWaits(writerIsNext, out);
        }
        if (machine.isContended()) {
            habit.isWantedElsewhere(name);
        }
        if (writerIsNext && machine.passOnToWriter(out)) {
            requested = Mode.EXCLUSIVE;
            forgetFence();
            return true;
        }
        if (!machine.isContended()
                && underFence < CLAIMS_PER_FENCE
                && habit.isWorthKeeping(name)
                && machine.stand(out)) {
            return true;
        }
        machine.release(out);
        return true;
    }

    /** The next claim that may hold now; none when the fence has no numbers left for it. */
    private @Nullable Claim admitNext() {
        return underFence < CLAIMS_PER_FENCE ? claims.admitNext(requested, machine.isContended()) : null;
    }

    /** Whether forgetting this slot changes nothing. */
    boolean isQuiescent() {
        return claims.isEmpty() && machine.isQuiescent();
    }

    LockSlot<M> copy(MachineContext node) {
        MachineContext own = node.forLock(name);
        LockSlot<M> copy = new LockSlot<>(name, own, machine.copy(own), claims.copy());
        copy.requested = requested;
        copy.fence = fence;
        copy.underFence = underFence;
        return copy;
    }

    /** Writes all that can influence what this slot does. */
    public void describeTo(StateWriter writer) {
        machine.describeTo(writer);
        if (machine.phase() != Phase.IDLE) {
            writer.word("requested", requested);
            writer.number("underFence", underFence);
        }
        claims.describeTo(writer);
    }
}
