// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The calls that locks, lock sets and semaphores have in common, reported to the watch. */
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
    interface Waiting<T, X extends Exception> {
        T get() throws X;
    }

    /** Waits for a lock, or throws; the test may have ordered a failure instead. */
    <T, X extends Exception> T take(String call, Waiting<T, X> how) throws X {
        begins(call);
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null) {
            throw ordered;
        }
        return waitFor(how);
    }

    /** Waits for a lock; empty if it was not granted. */
    <T, X extends Exception> Optional<T> tryTake(String call, Waiting<Optional<T>, X> how) throws X {
        begins(call);
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered instanceof LockTimeoutException) {
            return Optional.empty();
        }
        if (ordered != null) {
            throw ordered;
        }
        return waitFor(how);
    }

    /** The lock is about to be asked for. */
    void begins(String call) {
        watch.enters(node);
        watch.reaches(LockEvent.Kind.BEFORE_ACQUIRE, node, name, call);
    }

    private <T, X extends Exception> T waitFor(Waiting<T, X> how) throws X {
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
    void told(String call) {
        watch.reaches(LockEvent.Kind.AFTER_GRANT, node, name, call);
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
