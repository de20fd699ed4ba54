// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.watch;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a node when one of its threads dies or makes no progress, so that no node is half alive. The thread of the timers
 * watches all others, and another one watches it. A thread is measured against rounds of its watcher, not against the clock: while
 * the process or the machine stands still, no round passes.
 *
 * <p>The end needs no memory. First a flag is set, by which holds are invalid, nothing is sent, and those who wait give up.
 * Everything else is done as far as it can be, and tried again until it is done.
 */
public final class Supervisor {
    private static final EventLog LOG = EventLog.of(Supervisor.class);

    /** A thread without progress in this many rounds of its watcher is stuck. */
    private static final int ROUNDS_MAX = 8;

    private static final Duration BOUND_MIN = Duration.ofSeconds(2);

    private final String node;

    private final BooleanSupplier tidyUp;
    private final AtomicReference<@Nullable LastWords> ended = new AtomicReference<>();
    private final List<Pulse> watched = new CopyOnWriteArrayList<>();
    private final Rounds rounds;
    private final Rounds roundsOfOther;
    private final LastWords notTidied;
    private volatile @Nullable Thread watcher;
    private volatile boolean tidied;

    /**
     * For the node of that name.
     *
     * @param lease a thread without progress for this long, or for 2 s if that is longer, is stuck
     * @param tidyUp tells everybody here that the node has ended, and closes what it has open; called again until it says that
     *     it is done
     */
    public Supervisor(String node, Duration lease, BooleanSupplier tidyUp) {
        this.node = node;
        this.tidyUp = tidyUp;
        long bound = Math.max(BOUND_MIN.toNanos(), Math.min(lease.toNanos(), Long.MAX_VALUE / 2));
        this.rounds = new Rounds(bound / ROUNDS_MAX);
        this.roundsOfOther = new Rounds(bound / ROUNDS_MAX);
        this.notTidied = LastWords.of(LogEvent.NODE_NOT_TIDIED, node);
    }

    /** Counts no more rounds than time allows. */
    private static final class Rounds {
        private final long nanos;
        private long last = System.nanoTime();

        Rounds(long nanos) {
            this.nanos = nanos;
        }

        boolean nextHasCome() {
            long now = System.nanoTime();
            if (now - last < nanos) {
                return false;
            }
            last = now;
            return true;
        }
    }

    /** The watchers must run at least this often. */
    public long roundNanos() {
        return rounds.nanos;
    }

    /** The current thread is the one that calls {@link #look} from now on. */
    public void begin() {
        watcher = Thread.currentThread();
    }

    /** From now on this thread is watched. */
    public void watch(Pulse pulse) {
        watched.add(pulse);
    }

    public boolean hasEnded() {
        return ended.get() != null;
    }

    /** Why the node has ended; null if it has not. */
    public @Nullable String why() {
        LastWords words = ended.get();
        return words == null ? null : words.text();
    }

    /** Ends the node; does nothing if it has ended. Needs no memory and never throws. False if it had ended before. */
    public boolean end(LastWords why, @Nullable Throwable failure) {
        if (!ended.compareAndSet(null, why)) {
            return false;
        }
        LockSupport.unpark(watcher);
        why.sayAs(LOG, LogEvent.NODE_ENDED, node, failure);
        return true;
    }

    /** A round of the thread that watches all others. Never throws. */
    public void look() {
        try {
            if (rounds.nextHasCome()) {
                for (Pulse pulse : watched) {
                    if (isGone(pulse)) {
                        break;
                    }
                }
            }
            if (hasEnded()) {
                tidyUpOnce();
            }
        } catch (RuntimeException | Error failure) {
            notTidied.say(LOG, failure);
        }
    }

    /** A round of another thread, which only watches the one that watches the others. Never throws. */
    public void lookAfter(Pulse watcher) {
        try {
            if (roundsOfOther.nextHasCome() && isGone(watcher)) {
                tidyUpOnce(); // nobody else does
            }
        } catch (RuntimeException | Error failure) {
            notTidied.say(LOG, failure);
        }
    }

    /** Whether this has died or is stuck; then the node has ended. */
    private boolean isGone(Pulse pulse) {
        if (pulse.hasDied()) {
            end(pulse.died, null);
            return true;
        }
        if (pulse.isStuck(ROUNDS_MAX)) {
            end(pulse.stuck, hasEnded() ? null : whereItIs(pulse));
            return true;
        }
        return false;
    }

    /** Where the thread is stuck; null if that cannot be found out. */
    private static @Nullable Throwable whereItIs(Pulse pulse) {
        Thread thread = pulse.thread();
        if (thread == null) {
            return null;
        }
        try {
            Throwable where = new IllegalStateException(thread.getName() + " is here");
            where.setStackTrace(thread.getStackTrace());
            return where;
        } catch (RuntimeException | Error noMemory) {
            return null;
        }
    }

    private void tidyUpOnce() {
        if (!tidied) {
            tidied = tidyUp.getAsBoolean();
        }
    }

    /** Whether the node has ended, and not everybody was told yet. */
    public boolean isEnding() {
        return hasEnded() && !tidied;
    }
}
