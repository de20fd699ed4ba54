package io.quorate.node;

import io.quorate.api.LossReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who wants to hear that a hold was lost, each once; and which threads are to be interrupted then. */
final class LostListeners {
    private final List<Consumer<LossReason>> waiting = new ArrayList<>();
    private final List<Thread> toInterrupt = new ArrayList<>();
    private @Nullable LossReason reason;
    private boolean closed;

    /** Why the hold was lost, if it was: then the listener was not added, and should be told at once. */
    synchronized @Nullable LossReason add(Consumer<LossReason> listener) {
        if (reason == null) {
            waiting.add(Objects.requireNonNull(listener, "A listener must not be null."));
        }
        return reason;
    }

    /** The thread is interrupted when the hold is lost, unless it is closed first. */
    synchronized void addThread(Thread thread) {
        if (reason != null && !closed) {
            thread.interrupt();
        } else if (!closed) {
            toInterrupt.add(thread);
        }
    }

    /** The hold is lost. Interrupts at once, which nothing can hold up; gives the listeners to be told. */
    synchronized List<Consumer<LossReason>> lost(LossReason because) {
        reason = because;
        toInterrupt.forEach(Thread::interrupt);
        toInterrupt.clear();
        List<Consumer<LossReason>> toTell = List.copyOf(waiting);
        waiting.clear();
        return toTell;
    }

    /** From now on nobody is interrupted. */
    synchronized void close() {
        closed = true;
        toInterrupt.clear();
    }
}
