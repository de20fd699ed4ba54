package io.quorate.api;

/** Why a hold ended although nobody released it. */
public enum LossReason {
    /** Too few voters still vouch for the hold: others may have the lock. */
    QUORUM_LOST("too few voters still vouch for it"),
    /** Somebody with the right to do so took it away. */
    REVOKED("it was revoked by an operator"),
    /** {@link Locks#close()} was called while the lock was held. */
    NODE_CLOSED("its node was closed");

    private final String because;

    LossReason(String because) {
        this.because = because;
    }

    /** As the end of a sentence: the lock was lost because ... */
    public String because() {
        return because;
    }
}
