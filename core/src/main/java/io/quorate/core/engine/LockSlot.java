package io.quorate.core.engine;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import java.util.List;

/** One lock in use at this node: the algorithm's machine, and the node's own claims before it. */
public final class LockSlot<M extends Message> {
    private LockName name;
    private final MachineContext context;
    private final LockMachine<M> machine;
    private final LocalClaims claims;

    /** What the machine was last asked for. */
    private Mode requested = Mode.EXCLUSIVE;

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

    /** What this node is about, for this lock, on the network. */
    public Phase phase() {
        return machine.phase();
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
        context.reuseFor(next);
    }

    LockMachine<M> machine() {
        return machine;
    }

    LocalClaims claims() {
        return claims;
    }

    void entered() {
        claims.holdBegins();
    }

    void lost(LossReason reason, EngineEffects<M> effects) {
        for (Claim claim : claims.loseAll()) {
            effects.lost(claim, reason);
        }
    }

    /** Brings machine and claims together by at most one call to the machine; says whether there was one. */
    boolean advance(Outbox<M> out, EngineEffects<M> effects) {
        return switch (machine.phase()) {
            case IDLE -> askIfWanted(out);
            case WAITING -> abandonIfUnwanted(out);
            case HOLDING -> admitOrRelease(out, effects);
        };
    }

    private boolean askIfWanted(Outbox<M> out) {
        if (!claims.anyWaiting()) {
            return false;
        }
        requested = claims.wantedMode();
        machine.acquire(requested, out);
        return true;
    }

    /** When the claim that the request was made for gives up, those behind it may want nothing, or another mode. */
    private boolean abandonIfUnwanted(Outbox<M> out) {
        if (claims.anyWaiting() && claims.wantedMode() == requested) {
            return false;
        }
        machine.abandon(out);
        return true;
    }

    private boolean admitOrRelease(Outbox<M> out, EngineEffects<M> effects) {
        Claim next = claims.admitNext(requested, machine.isContended());
        while (next != null) {
            effects.granted(next);
            next = claims.admitNext(requested, machine.isContended());
        }
        if (claims.anyHolding()) {
            return false;
        }
        machine.release(out);
        return true;
    }

    /** Whether forgetting this slot changes nothing. */
    boolean isQuiescent() {
        return claims.isEmpty() && machine.isQuiescent();
    }

    LockSlot<M> copy(MachineContext node) {
        MachineContext own = node.forLock(name);
        LockSlot<M> copy = new LockSlot<>(name, own, machine.copy(own), claims.copy());
        copy.requested = requested;
        return copy;
    }

    /** Writes all that can influence what this slot does. */
    public void describeTo(StateWriter writer) {
        machine.describeTo(writer);
        if (machine.phase() != Phase.IDLE) {
            writer.word("requested", requested);
        }
        claims.describeTo(writer);
    }
}
