package io.quorate.api;

/** Why a leadership ended. */
public enum LeadershipEnd {
    /** {@link LeaderElection#resign()} was called, or an operator asked for the lock ({@code quorate release}). */
    RESIGNED,
    /** {@link LeaderElection#close()} was called. */
    CLOSED,
    /** {@link LeaderElection.Listener#gained} threw an exception. */
    LISTENER_FAILED,
    /** The lock was lost: too few voters confirm it. Another process may lead. */
    QUORUM_LOST,
    /** An operator took the lock away. */
    REVOKED,
    /** {@link Locks#close()} was called, or the node has ended by itself. */
    NODE_CLOSED
}
