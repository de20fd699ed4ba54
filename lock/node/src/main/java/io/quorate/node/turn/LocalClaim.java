// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.Hold;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.node.time.TimerWheel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The wish of one thread or task of this process for a lock, from the first ask until it is over. It is its own input to the
 * node's turns: brought once to acquire and once to release, so that neither costs another object.
 */
public final class LocalClaim extends Turns.Input implements Claim {
    /**
     * The state of a claim. Changed in turns only, except the step from HELD by which its owner ends it, and the one from
     * WAITING by which it gives up after the node has ended.
     */
    public enum State {
        WAITING,
        HELD,
        /** Given back by its owner. */
        RELEASED,
        /** Taken from its owner. */
        LOST,
        TIMED_OUT,
        UNAVAILABLE,
        /** The node was closed before the lock was acquired. */
        CLOSED,
        /** The caller gave up. */
        ABANDONED,
        /** The node would not even ask, or a voter does not let it; {@link #refusal} says why. */
        REFUSED
    }

    /** A thread that waits looks this often whether the node still lives, so that a wake-up that gets lost costs no more. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(LocalClaim.class, "state", State.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    public final AcquireTimeout timeout;
    final OpenHolds.Limits limits;
    public final String label;
    public final long askedAtMillis = System.currentTimeMillis();
    public final @Nullable CompletableFuture<Hold> future;

    private final NodeState node;
    private final LockName lock;
    private final Mode mode;
    private final long id;
    private final Thread asker = Thread.currentThread();

    private volatile State state = State.WAITING;

    /** Touched in turns only: when it was asked for, by the node's clock. */
    long askedAt;

    /** Touched in turns only: when the timeout ends, by the node's clock. */
    long deadline = TimerWheel.NEVER;

    /** Touched in turns only. */
    @Nullable
    ClaimTimer timer;

    /** Touched in turns only: from now on it gives up as soon as somebody is known to hold the lock. */
    boolean now;

    /** Touched in turns only: the acquire has been read, so the next time it is a release. */
    private boolean wasAsked;

    /** Touched in turns only: it was granted, but the ceiling that its fence needs is not on the disk yet. */
    boolean waitsForDisk;

    /** Touched in turns only, as are the next two: its place among {@link OpenClaims}. */
    private boolean isOpen;

    private @Nullable LocalClaim openBefore;
    private @Nullable LocalClaim openAfter;

    /** The next in the list of a turn's settled claims; a claim is settled once. */
    @Nullable
    public LocalClaim nextSettled;

    /** The next in the list of claims whose loss could not be told because memory had run out. */
    @Nullable
    public LocalClaim nextUnheard;

    /** Null while nobody watches. */
    volatile @Nullable ClaimTrace trace;

    public volatile long heldSinceMillis;

    /** Until when, by the node's clock, the hold is valid, as far as is known. */
    volatile long validUntil = Long.MIN_VALUE;

    /** When the hold ends however long its lease is; {@link TimerWheel#NEVER} if it has no such end. */
    volatile long endsAt = TimerWheel.NEVER;

    /** Touched in turns only: until when the lock stays taken, though its owner has closed the hold. */
    long keptUntil = Long.MIN_VALUE;

    /** Touched in turns only: the owner has closed the hold, and the node keeps the lock. */
    boolean isKept;

    /** Touched in turns only. */
    @Nullable
    HoldTimer holdTimer;

    /** The fence of the hold; 0 if the protocol has no fences. */
    public volatile long fence;

    /** Since when it holds, by the node's clock. Written before {@link #validUntil}, by which other threads see it. */
    long heldAt;

    /** Touched in turns only: that it holds for long was logged. */
    boolean openTooLongSaid;

    /** Where the application asked for the lock; null unless that is wanted. */
    public @Nullable Throwable takenAt;

    private OpenHolds.@Nullable Links links;
    public volatile @Nullable LossReason lossReason;
    public volatile String refusal = "";

    /** Of a claim that wanted the lock now or not at all: the node that held it, if one said so. */
    public volatile @Nullable NodeId busyHolder;

    private volatile @Nullable LostListeners listeners;
    private @Nullable ReleaseListeners releaseListeners;

    /** A claim for a lock that is held until it is closed. */
    public LocalClaim(
            NodeState node,
            LockName lock,
            Mode mode,
            long id,
            AcquireTimeout timeout,
            @Nullable CompletableFuture<Hold> future) {
        this(node, lock, mode, id, timeout, OpenHolds.Limits.NONE, future);
    }

    /** Without a future, the thread that makes the claim is the one that will wait. */
    public LocalClaim(
            NodeState node,
            LockName lock,
            Mode mode,
            long id,
            AcquireTimeout timeout,
            OpenHolds.Limits limits,
            @Nullable CompletableFuture<Hold> future) {
        this.node = node;
        this.lock = lock;
        this.mode = mode;
        this.id = id;
        this.timeout = timeout;
        this.limits = limits;
        this.now = timeout.isNow();
        this.future = future;
        this.label = limits.role().isEmpty() ? asker.getName() : limits.role() + ", " + asker.getName();
    }

    @Override
    public LockName lock() {
        return lock;
    }

    @Override
    public Mode mode() {
        return mode;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public boolean isNow() {
        return now;
    }

    public State state() {
        return state;
    }

    /** Whether the lock is held, by the clock and not only by what the last turn knew. */
    public boolean isValid() {
        return state == State.HELD && !isExpired();
    }

    /** Whether the hold has run out, though maybe no turn has noticed yet. */
    public boolean isExpired() {
        return node.hasEnded() || node.time.isPast(validUntil);
    }

    /** Whether the lock was held, and was not given back by its owner. */
    public boolean isLost() {
        State now = state;
        return now == State.LOST || (now == State.HELD && isExpired());
    }

    /** Of a hold that is lost: why, also if no turn has noticed yet. */
    public LossReason whyLost() {
        LossReason known = lossReason;
        if (known != null) {
            return known;
        }
        return endsAt != TimerWheel.NEVER && validUntil >= endsAt ? LossReason.TIME_IS_UP : LossReason.QUORUM_LOST;
    }

    /** For how long the hold is valid if nothing more is heard. */
    public long validForNanos() {
        long until = validUntil;
        if (!isValid()) {
            return 0;
        }
        return until == Long.MAX_VALUE ? until : Math.max(0, until - node.time.now());
    }

    /** The node's clock. */
    long now() {
        return node.time.now();
    }

    /** For how long the lock was held so far, by the node's clock. */
    public long heldForNanos() {
        return Math.max(0, node.time.now() - heldAt);
    }

    @Override
    public void apply() {
        if (wasAsked) {
            node.closedByOwner(this);
        } else {
            wasAsked = true;
            node.acquire(this);
        }
    }

    /** One of several who may end a claim succeeds. */
    public boolean move(State from, State to) {
        return STATE.compareAndSet(this, from, to);
    }

    /** Waits until the claim is settled; by an interrupt, if those count, only until it comes. Says whether it is settled. */
    public boolean await(boolean interruptibly, Spin spin) {
        if (state != State.WAITING || spin.until(this)) {
            return true;
        }
        boolean interrupted = false;
        while (state == State.WAITING) {
            if (Thread.interrupted()) {
                interrupted = true;
                if (interruptibly) {
                    break;
                }
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
            giveUpIfNodeHasEnded();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state != State.WAITING;
    }

    /** After the end of the node nothing that turns do counts any more, if there are turns at all. Says whether it gave up. */
    public boolean giveUpIfNodeHasEnded() {
        return node.hasEnded() && move(State.WAITING, State.CLOSED);
    }

    /** Tells the waiting thread that the claim is settled. Outside of turns. */
    public void wake() {
        if (asker != Thread.currentThread()) {
            LockSupport.unpark(asker);
        }
    }

    public synchronized LostListeners listeners() {
        LostListeners present = listeners;
        if (present == null) {
            present = new LostListeners();
            listeners = present;
        }
        return present;
    }

    public synchronized ReleaseListeners releaseListeners() {
        ReleaseListeners present = releaseListeners;
        if (present == null) {
            present = new ReleaseListeners();
            releaseListeners = present;
        }
        return present;
    }

    /** From now on no thread is interrupted because the hold is lost. */
    public void endInterrupts() {
        LostListeners present = listeners;
        if (present != null) {
            present.close();
        }
    }

    /** Touched in turns only. */
    OpenHolds.Links links() {
        OpenHolds.Links present = links;
        if (present == null) {
            present = new OpenHolds.Links(this);
            links = present;
        }
        return present;
    }

    OpenHolds.@Nullable Links linksIfAny() {
        return links;
    }

    /**
     * Lets a caller spin for a moment before it sleeps, which saves two system calls if the answer comes within it. One caller of a node
     * spins at a time, and fewer waits spin the longer that does not help: spinning takes processor time from the nodes that answer.
     */
    public static final class Spin {
        /** Sleeps at once, always. */
        public static final Spin NEVER = new Spin(0);

        /** Maximum number of callers in a row that do not spin, though one could. */
        static final int SKIPPED_MAX = 63;

        private final long nanos;
        private final AtomicBoolean taken = new AtomicBoolean();

        /** Touched by the one that has {@link #taken}, as is the next. */
        private int skips;

        private int skippedAfterMiss;

        public Spin(long nanos) {
            this.nanos = nanos;
        }

        /** Says whether the claim was settled within the time. */
        boolean until(LocalClaim claim) {
            if (nanos <= 0 || taken.get() || !taken.compareAndSet(false, true)) {
                return false;
            }
            try {
                if (skips > 0) {
                    skips--;
                    return false;
                }
                boolean hit = spin(claim);
                skippedAfterMiss = hit ? 0 : Math.min(SKIPPED_MAX, 2 * skippedAfterMiss + 1);
                skips = skippedAfterMiss;
                return hit;
            } finally {
                taken.set(false);
            }
        }

        private boolean spin(LocalClaim claim) {
            long start = System.nanoTime();
            while (claim.state == State.WAITING) {
                if (System.nanoTime() - start >= nanos) {
                    return false;
                }
                Thread.onSpinWait();
            }
            return true;
        }
    }

    /** Ends the timeout of a claim, or its wait for a quorum of nodes. */
    final class ClaimTimer extends TimerWheel.Timer {
        @Override
        public void fire() {
            node.timeIsUp(LocalClaim.this);
        }
    }

    /** Ends the longest time of a hold, or the least time of a lock that the node keeps. */
    final class HoldTimer extends TimerWheel.Timer {
        @Override
        public void fire() {
            node.holdTimeIsUp(LocalClaim.this);
        }
    }

    HoldTimer holdTimer() {
        HoldTimer present = holdTimer;
        if (present == null) {
            present = new HoldTimer();
            holdTimer = present;
        }
        return present;
    }

    ClaimTimer timer() {
        ClaimTimer present = timer;
        if (present == null) {
            present = new ClaimTimer();
            timer = present;
        }
        return present;
    }

    /**
     * All claims of a node that wait or hold, so that each is told when the node ends, even if the machine that knew of them is in a
     * state that nobody thought of. Needs no memory beyond the claims themselves. Touched in turns only.
     */
    static final class OpenClaims {
        private @Nullable LocalClaim first;

        void add(LocalClaim claim) {
            claim.isOpen = true;
            claim.openAfter = first;
            if (first != null) {
                first.openBefore = claim;
            }
            first = claim;
        }

        /** Does nothing if the claim is not there any more. */
        void remove(LocalClaim claim) {
            if (!claim.isOpen) {
                return;
            }
            LocalClaim before = claim.openBefore;
            LocalClaim after = claim.openAfter;
            if (before == null) {
                first = after;
            } else {
                before.openAfter = after;
            }
            if (after != null) {
                after.openBefore = before;
            }
            claim.isOpen = false;
            claim.openBefore = null;
            claim.openAfter = null;
        }

        /** One of them; null if there is none. */
        @Nullable
        LocalClaim any() {
            return first;
        }
    }
}
