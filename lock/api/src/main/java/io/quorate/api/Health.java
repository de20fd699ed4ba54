package io.quorate.api;

import java.time.Duration;
import java.util.Set;

/**
 * A snapshot of what a node can do now, for readiness probes and for whoever restarts nodes ({@link Locks#health()}). Later versions
 * may add methods.
 */
public interface Health {
    /** What a node can do. */
    enum State {
        /** No lock could be had yet since the start: too few members are connected, or too few of them grant votes. */
        JOINING,
        /** Enough members are connected, and this node grants votes. A guest has no vote: locks can be had through it. */
        VOTING,
        /** Enough members are connected, but this node has just started and grants no votes yet; see {@link #silentFor()}. */
        SILENT,
        /** Too few members are connected to decide about locks. It passes by itself when they return. */
        NO_QUORUM,
        /** Another process has the id of this node, so this one has ended. Final. */
        TWIN,
        /** The node was closed, is shutting down, or has ended by itself. Final. */
        CLOSED
    }

    State state();

    /**
     * Whether locks can be had through this node now, and it votes itself. A member that was restarted must be ready, and {@link #missing()}
     * empty, before another member is restarted: until then the other members are needed for a quorum.
     */
    boolean isReady();

    /** The ids of the other members that are not connected, as this node sees it. */
    Set<String> missing();

    /** For how long this node will grant no votes yet; zero unless it is {@link State#SILENT}. */
    Duration silentFor();

    /** Why the node is in this state, and what to do, in words. */
    String reason();
}
