// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Set;

/**
 * The state of a node, for readiness probes and rolling restarts ({@link Locks#health()}). A snapshot. Later versions may add
 * methods.
 */
public interface Health {
    /** The states of a node. */
    enum State {
        /** Locks are not available yet: too few members are connected, or too few of them grant votes. */
        JOINING,
        /** A quorum is connected, and this node grants votes. For a guest, which has no vote: locks are available. */
        VOTING,
        /** A quorum is connected, but this node has just restarted and grants no votes yet; see {@link #silentFor()}. */
        SILENT,
        /** Too few members are connected to grant locks. The state ends when they return. */
        NO_QUORUM,
        /** Another process uses the id of this node, so this one has stopped. Final. */
        TWIN,
        /** The node was closed, is shutting down, or has failed. Final. */
        CLOSED
    }

    /** {@return the state of this node} */
    State state();

    /**
     * Tells whether locks are available through this node and it votes. In a rolling restart, wait until the restarted member is ready
     * and its {@link #missing()} is empty. Until then the other members are needed for a quorum.
     *
     * @return true if this node is ready
     */
    boolean isReady();

    /** {@return the ids of the members that this node is not connected with} */
    Set<String> missing();

    /** {@return how long this node will not grant votes; zero unless the state is {@link State#SILENT}} */
    Duration silentFor();

    /** {@return why the node is in this state, and what to do} */
    String reason();
}
