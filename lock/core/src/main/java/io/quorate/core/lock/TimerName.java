// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

/** A timer of a machine; each algorithm has an enum of its own. */
public interface TimerName {
    String name();

    int ordinal();

    /**
     * Whether it runs longer than a message and its answer travel: what living nodes were to tell this node when it was started,
     * they have told. Where there is no time, the lab lets it run out accordingly.
     */
    default boolean outlastsRoundTrip() {
        return false;
    }

    /** Whether it runs longer than all who want the lock when it is started take to enter and to leave. */
    default boolean outlastsHolds() {
        return false;
    }

    /** Whether it runs longer than anything that is under way, over however many nodes. */
    default boolean outlastsRoutes() {
        return false;
    }

    /**
     * Whether it may as well run out only when all that follows from leases that have run out has happened: before, nothing comes of
     * it but another of its kind.
     */
    default boolean outlastsLeases() {
        return false;
    }

    /** Whether nothing comes of it that matters, unless a node has crashed that is waited for. */
    default boolean isForCrashesOnly() {
        return false;
    }
}
