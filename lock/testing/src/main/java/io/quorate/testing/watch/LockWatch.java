// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.LockFailedException;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import java.util.Optional;
import java.util.function.Consumer;

/** Observes every call to watched locks, on the thread of the caller, and may block that thread. */
public interface LockWatch {
    /** A call to the locks of this node begins. */
    void enters(int node);

    /** The call has come to a point at which a fault can be injected. */
    void reaches(LockEvent.Kind kind, int node, String lock, String call);

    /** The call waits for other nodes from now on. */
    void waitBegins(int node);

    /** Ends {@link #waitBegins}. */
    void waitEnds(int node);

    /** A failure that the test has ordered for this acquisition; it is then used up. */
    Optional<LockFailedException> ordered(String lock);

    /**
     * A claim begins to wait; gives what {@link #settled} wants.
     *
     * @param inBackground whether no thread waits for it
     */
    long asks(int node, String lock, boolean inBackground);

    /** A candidate for an election, which waits without end. */
    void runsInBackground();

    /** The claim waits no more. */
    void settled(long claim);

    /** The lock is held from now on. */
    OpenHold granted(int node, Held held);

    /** A lock that is held, whether a handle or a thread owns it. */
    interface Held {
        String lock();

        LockMode mode();

        /** 0 where there are none. */
        long fence();

        boolean isValid();

        /** Whether the lock was lost before anybody gave it back. */
        boolean isLost();

        /** Calls the listener when the lock is lost, if somebody can tell. */
        void onLost(Consumer<LossReason> listener);

        /** Releases a hold that the test forgot to close. */
        void free();
    }
}
