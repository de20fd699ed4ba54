// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The claims of this node for one lock: those that wait, first come first served, and those that hold it now under the
 * one hold that the machine has. Handing the lock from one claim to the next inside the node costs no message, but once
 * other nodes are known to wait it is done at most {@link #HAND_OVERS_MAX} times, and not at all for readers that come after the
 * machine's hold began: a writer waits.
 */
final class LocalClaims {
    /** How many claims of one node may hold, one after the other, while other nodes wait. */
    static final int HAND_OVERS_MAX = 8;

    /** How many claims for one lock may wait in one node. */
    static final int WAITING_MAX = 1 << 16;

    private final ArrayDeque<Claim> waiting;
    private final List<Claim> holding;

    /** How many of those that wait want the lock now or not at all. */
    private int nowCount;

    /** Those of them whose question is under way; one that came later is not told by the answer to it. */
    private final Set<Long> asked = new TreeSet<>();

    /** How many claims were admitted during the machine's present hold. */
    private int admitted;

    /** The machine's hold has begun in this very step; never between two steps. */
    private boolean begins;

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
        nowCount += claim.isNow() ? 1 : 0;
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

    /** B1: whether a claim waits that wants the lock now or not at all. */
    boolean anyNow() {
        return nowCount > 0;
    }

    /** B4: a claim that waits wants the lock now or not at all, from now on. */
    boolean becameNow(Claim claim) {
        for (Claim each : waiting) {
            if (each.id() == claim.id()) {
                nowCount++;
                return true;
            }
        }
        return false;
    }

    /** B1: the claims that want the lock now or not at all ask now. */
    void nowIsAsked() {
        asked.clear();
        if (nowCount > 0) {
            waiting.stream().filter(Claim::isNow).forEach(claim -> asked.add(claim.id()));
        }
    }

    /** B3: takes the claims whose question is answered; one that has come since then has not asked yet. */
    List<Claim> takeNow() {
        List<Claim> told = take(asked);
        asked.clear();
        return told;
    }

    /**
     * B4: takes those of them that a claim of this very node keeps back which holds: it conflicts with them, or with one that waits
     * before them, here or (if contended) at another node. One that only waits for votes keeps nobody back.
     */
    List<Claim> takeNowBehindHolders(boolean contended) {
        if (nowCount == 0 || holding.isEmpty()) {
            return List.of();
        }
        Set<Long> behind = new TreeSet<>();
        List<Claim> blocked = new ArrayList<>();
        for (Claim claim : waiting) {
            if (contended || conflictsWithAny(claim, holding) || conflictsWithAny(claim, blocked)) {
                blocked.add(claim);
                if (claim.isNow()) {
                    behind.add(claim.id());
                }
            }
        }
        return take(behind);
    }

    /** In one pass, for there may be many. */
    private List<Claim> take(Set<Long> ids) {
        List<Claim> taken = new ArrayList<>();
        for (int left = ids.isEmpty() ? 0 : waiting.size(); left > 0; left--) {
            Claim claim = waiting.remove();
            if (ids.contains(claim.id())) {
                taken.add(claim);
            } else {
                waiting.add(claim);
            }
        }
        nowCount -= taken.size();
        return taken;
    }

    private static boolean conflictsWithAny(Claim claim, List<Claim> others) {
        for (Claim other : others) {
            if (other.mode().conflictsWith(claim.mode())) {
                return true;
            }
        }
        return false;
    }

    /** The next request to the network. */
    Mode wantedMode() {
        Claim first = waiting.peek();
        Invariant.hold(first != null, "the engine asks for a lock only when somebody waits for it");
        return first == null ? Mode.EXCLUSIVE : first.mode();
    }

    /** M1: whether the first that waits wants to write. */
    boolean isWriterNext() {
        Claim first = waiting.peek();
        return first != null && first.mode() == Mode.EXCLUSIVE;
    }

    void holdBegins() {
        admitted = 0;
        begins = true;
    }

    /** All claims that may hold were admitted: claims that this hold admits from now on came later. */
    void holdHasBegun() {
        begins = false;
    }

    /** Takes the next claim that may hold now under the machine's hold, if there is one. */
    @Nullable
    Claim admitNext(Mode held, boolean contended) {
        Claim first = waiting.peek();
        if (first == null || !isAdmittedUnder(held, first) || (contended && isEnough(held))) {
            return null;
        }
        if (conflictsWithAny(first, holding)) {
            return null;
        }
        waiting.remove();
        nowCount -= first.isNow() ? 1 : 0;
        holding.add(first);
        admitted = Math.min(admitted + 1, HAND_OVERS_MAX);
        return first;
    }

    /** G1: the same mode only. A reader under an EXCLUSIVE hold would keep out the readers of all other nodes. */
    private static boolean isAdmittedUnder(Mode held, Claim claim) {
        return held == claim.mode();
    }

    /** While others wait: a claim that conflicts with a SHARED hold is a writer, and no later reader goes before it. */
    private boolean isEnough(Mode held) {
        return admitted >= HAND_OVERS_MAX || (held == Mode.SHARED && !begins);
    }

    /** Whether the claim held the lock, and no longer does. */
    boolean endHold(Claim claim) {
        return remove(holding.iterator(), claim);
    }

    /** Whether the claim waited, and no longer does. */
    boolean endWait(Claim claim) {
        boolean waited = remove(waiting.iterator(), claim);
        nowCount -= waited && claim.isNow() ? 1 : 0;
        return waited;
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
        copy.nowCount = nowCount;
        copy.asked.addAll(asked);
        return copy;
    }

    void describeTo(StateWriter writer) {
        if (!holding.isEmpty()) {
            writer.number("admitted", admitted);
        }
        for (Claim claim : holding) {
            describe("holder", claim, false, writer);
        }
        for (Claim claim : waiting) {
            describe("waiter", claim, asked.contains(claim.id()), writer);
        }
    }

    private static void describe(String name, Claim claim, boolean hasAsked, StateWriter writer) {
        writer.begin(name);
        writer.flag("holds", name.equals("holder"));
        writer.number("claim", claim.id());
        writer.word("mode", claim.mode());
        writer.flag("isNow", claim.isNow());
        writer.flag("hasAsked", hasAsked);
        writer.end();
    }
}
