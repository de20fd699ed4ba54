package io.quorate.api;

/** Why a hold ended although nobody released it. */
public enum LossReason {
    /** Too few voters still vouch for the hold: others may have the lock. */
    QUORUM_LOST("too few voters still vouch for it"),
    /** Somebody with the right to do so took it away. */
    REVOKED("it was revoked by an operator"),
    /** {@link Locks#close()} was called while the lock was held. */
    NODE_CLOSED("its node was closed"),
    /** The longest time that {@link AcquireOptions#atMost(java.time.Duration)} allows it is over. */
    TIME_IS_UP("it has lasted for as long as it was allowed to at most");

    private final String because;

    LossReason(String because) {
        this.because = because;
    }

    /** As the end of a sentence: the lock was lost because ... */
    public String because() {
        return because;
    }
}
