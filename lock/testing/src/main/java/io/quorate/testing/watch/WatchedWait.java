package io.quorate.testing.watch;

import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The calls that lock sets and semaphores have in common, told to whoever watches. */
final class WatchedWait {
    private final LockWatch watch;
    private final int node;
    private final String name;

    WatchedWait(LockWatch watch, int node, String name) {
        this.watch = watch;
        this.node = node;
        this.name = name;
    }

    /** A call that waits. */
    @FunctionalInterface
    interface Waiting<T> {
        T get() throws InterruptedException;
    }

    <T> T take(Waiting<T> how) throws InterruptedException {
        begins();
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null) {
            throw ordered;
        }
        return waitFor(how);
    }

    <T> Optional<T> tryTake(Waiting<Optional<T>> how) throws InterruptedException {
        begins();
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered instanceof LockTimeoutException) {
            return Optional.empty();
        }
        if (ordered != null) {
            throw ordered;
        }
        return waitFor(how);
    }

    private void begins() {
        watch.enters(node);
        watch.reaches(LockEvent.Kind.BEFORE_ACQUIRE, node, name, "acquire()");
    }

    private <T> T waitFor(Waiting<T> how) throws InterruptedException {
        long claim = watch.asks(node, name, false);
        watch.waitBegins(node);
        try {
            return how.get();
        } finally {
            watch.waitEnds(node);
            watch.settled(claim);
        }
    }

    OpenHold granted(LockWatch.Held held) {
        return watch.granted(node, held);
    }

    /** The caller is about to have it. */
    void told() {
        watch.reaches(LockEvent.Kind.AFTER_GRANT, node, name, "acquire()");
    }

    <T> T checked(Supplier<T> question, String call) {
        watch.enters(node);
        T answer = question.get();
        watch.reaches(LockEvent.Kind.AFTER_CHECK, node, name, call);
        return answer;
    }

    void release(boolean wasOpen, Runnable close, List<OpenHold> entries) {
        watch.enters(node);
        if (wasOpen) {
            watch.reaches(LockEvent.Kind.BEFORE_RELEASE, node, name, "close()");
        }
        close.run();
        entries.forEach(OpenHold::closed);
        if (wasOpen) {
            watch.reaches(LockEvent.Kind.AFTER_RELEASE, node, name, "close()");
        }
    }
}
