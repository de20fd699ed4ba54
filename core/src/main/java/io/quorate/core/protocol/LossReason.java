package io.quorate.core.protocol;

/** Why a hold ended although nobody released it. */
public enum LossReason {
    /** Too few voters still vouch for the hold. */
    QUORUM_LOST,
    /** The node was closed. */
    NODE_CLOSED
}
