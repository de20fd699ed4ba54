// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** The reasons for which a leadership ends. */
public enum LeadershipEnd {
    /** {@link LeaderElection#resign()} was called, or an operator asked for the lock ({@code quorate release}). */
    RESIGNED,
    /** {@link LeaderElection#close()} was called. */
    CLOSED,
    /** {@link LeaderElection.Listener#gained} threw an exception. */
    LISTENER_FAILED,
    /** The lock was lost: no quorum of voters confirms it. Another process may lead. */
    QUORUM_LOST,
    /** An operator revoked the lock. */
    REVOKED,
    /** {@link Locks#close()} was called, or the node has failed. */
    NODE_CLOSED
}
