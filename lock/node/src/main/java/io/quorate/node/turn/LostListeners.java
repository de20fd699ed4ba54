// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.LossReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners for the loss of a hold, each told once, and the threads to interrupt. */
public final class LostListeners {
    private final List<Entry> waiting = new ArrayList<>();
    private final List<Thread> toInterrupt = new ArrayList<>();
    private @Nullable LossReason reason;
    private boolean closed;

    /** A listener that can be removed until it is told; compared by identity. */
    public static final class Entry implements Consumer<LossReason> {
        private final Consumer<LossReason> listener;
        private volatile boolean removed;

        public Entry(Consumer<LossReason> listener) {
            this.listener = Objects.requireNonNull(listener, "A listener must not be null.");
        }

        @Override
        public void accept(LossReason reason) {
            if (!removed) {
                listener.accept(reason);
            }
        }
    }

    /** Why the hold was lost, if it was: then the listener was not added, and should be told at once. */
    public synchronized @Nullable LossReason add(Entry entry) {
        if (reason == null) {
            waiting.add(entry);
        }
        return reason;
    }

    public synchronized void remove(Entry entry) {
        entry.removed = true;
        waiting.remove(entry);
    }

    /** The thread is interrupted when the hold is lost, unless it is closed first. */
    public synchronized void addThread(Thread thread) {
        if (reason != null && !closed) {
            thread.interrupt();
        } else if (!closed) {
            toInterrupt.add(thread);
        }
    }

    /** The hold is lost. Interrupts at once, which nothing can hold up; {@link #untold} gives the listeners to be told. */
    public synchronized void lost(LossReason because) {
        reason = because;
        toInterrupt.forEach(Thread::interrupt);
        toInterrupt.clear();
    }

    /** The next listener that is to be told; null if none is left. It stays the next until it is {@link #told}. */
    public synchronized @Nullable Entry untold() {
        return reason == null || waiting.isEmpty() ? null : waiting.get(0);
    }

    /** Somebody else tells the listener from now on. */
    public synchronized void told(Entry entry) {
        waiting.remove(entry);
    }

    /** From now on nobody is interrupted. */
    synchronized void close() {
        closed = true;
        toInterrupt.clear();
    }
}
