package io.quorate.core.lock.engine;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of this node for one lock: those that wait, first come first served, and those that hold it now under the
 * one hold that the machine has. Handing the lock from one claim to the next inside the node costs no message, but once
 * other nodes are known to wait it is done at most {@link #HAND_OVERS_MAX} times.
 */
final class LocalClaims {
    /** How many claims of one node may hold, one after the other, while other nodes wait. */
    static final int HAND_OVERS_MAX = 8;

    /** How many claims for one lock may wait in one node. */
    static final int WAITING_MAX = 1 << 16;

    private final ArrayDeque<Claim> waiting;
    private final List<Claim> holding;

    /** How many claims were admitted during the machine's present hold. */
    private int admitted;

    LocalClaims() {
        this(new ArrayDeque<>(2), new ArrayList<>(1));
    }

    private LocalClaims(ArrayDeque<Claim> waiting, List<Claim> holding) {
        this.waiting = waiting;
        this.holding = holding;
    }

    void add(Claim claim) {
        if (waiting.size() >= WAITING_MAX) {
            throw new LimitReachedException("more than " + WAITING_MAX + " claims of this node wait for the lock "
                    + claim.lock() + ": give up on some, or ask with fewer threads");
        }
        waiting.add(claim);
    }

    boolean anyWaiting() {
        return !waiting.isEmpty();
    }

    boolean anyHolding() {
        return !holding.isEmpty();
    }

    boolean isEmpty() {
        return waiting.isEmpty() && holding.isEmpty();
    }

    /** What the next request to the network should ask for. */
    Mode wantedMode() {
        Claim first = waiting.peek();
        Invariant.hold(first != null, "the engine asks for a lock only when somebody waits for it");
        return first == null ? Mode.EXCLUSIVE : first.mode();
    }

    void holdBegins() {
        admitted = 0;
    }

    /** Takes the next claim that may hold now under the machine's hold, if there is one. */
    @Nullable
    Claim admitNext(Mode held, boolean contended) {
        Claim first = waiting.peek();
        if (first == null || !held.covers(first.mode()) || (contended && admitted >= HAND_OVERS_MAX)) {
            return null;
        }
        for (Claim holder : holding) {
            if (holder.mode().conflictsWith(first.mode())) {
                return null;
            }
        }
        waiting.remove();
        holding.add(first);
        admitted = Math.min(admitted + 1, HAND_OVERS_MAX);
        return first;
    }

    /** Whether the claim held the lock, and no longer does. */
    boolean endHold(Claim claim) {
        return remove(holding.iterator(), claim);
    }

    /** Whether the claim waited, and no longer does. */
    boolean endWait(Claim claim) {
        return remove(waiting.iterator(), claim);
    }

    private static boolean remove(Iterator<Claim> claims, Claim claim) {
        while (claims.hasNext()) {
            if (claims.next().id() == claim.id()) {
                claims.remove();
                return true;
            }
        }
        return false;
    }

    /** All that held have lost the lock. */
    List<Claim> loseAll() {
        List<Claim> lost = List.copyOf(holding);
        holding.clear();
        return lost;
    }

    List<Claim> waiting() {
        return List.copyOf(waiting);
    }

    List<Claim> holding() {
        return List.copyOf(holding);
    }

    LocalClaims copy() {
        LocalClaims copy = new LocalClaims(new ArrayDeque<>(waiting), new ArrayList<>(holding));
        copy.admitted = admitted;
        return copy;
    }

    void describeTo(StateWriter writer) {
        if (!holding.isEmpty()) {
            writer.number("admitted", admitted);
        }
        for (Claim claim : holding) {
            describe("holder", claim, writer);
        }
        for (Claim claim : waiting) {
            describe("waiter", claim, writer);
        }
    }

    private static void describe(String name, Claim claim, StateWriter writer) {
        writer.begin(name);
        writer.flag("holds", name.equals("holder"));
        writer.number("claim", claim.id());
        writer.word("mode", claim.mode());
        writer.end();
    }
}
