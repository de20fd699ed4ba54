// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.watch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Shows that something comes round: a thread, or the turns of a node. It beats whenever it does. While it rests, nothing is due
 * and it may stay as it is for any time.
 */
public final class Pulse {
    final LastWords died;
    final LastWords stuck;

    private final AtomicLong beats = new AtomicLong();
    private final AtomicBoolean resting = new AtomicBoolean(true);

    /** The thread that is at work, or was last; null before the first time. */
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    /** It is one thread that must live. */
    private volatile boolean lives;

    /** Of one watcher only: what it saw last, and in how many of its rounds. */
    private long seen;

    private int rounds;

    /** Of what is called so in the log. */
    public Pulse(String name) {
        this.died = LastWords.of(name + " has died");
        this.stuck = LastWords.of(name + " makes no progress any more");
    }

    /** A thread begins, which is to live until {@link #end}. On that thread. */
    public void begin() {
        thread.set(Thread.currentThread());
        lives = true;
        beat();
    }

    /** The current thread enters what others have left, and goes on. By one thread at a time. */
    public void enter() {
        thread.lazySet(Thread.currentThread());
        beat();
    }

    /** It comes round, and goes on. */
    public void beat() {
        beats.lazySet(beats.getPlain() + 1);
        resting.lazySet(false);
    }

    /** It has nothing to do. */
    public void rest() {
        resting.lazySet(true);
    }

    /** The thread ends as it should. */
    public void end() {
        lives = false;
        resting.set(true);
    }

    /** The message if it has died. */
    public LastWords lastWords() {
        return died;
    }

    @Nullable
    Thread thread() {
        return thread.get();
    }

    boolean hasDied() {
        Thread present = thread.get();
        return lives && present != null && !present.isAlive() && lives;
    }

    /** Whether it has made no progress in this number of rounds of the watcher, this one included. By one watcher only. */
    boolean isStuck(int roundsMax) {
        long now = beats.get();
        rounds = resting.get() || now != seen ? 0 : rounds + 1;
        seen = now;
        return rounds >= roundsMax;
    }
}
