// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** The reasons for which a hold is lost. */
public enum LossReason {
    /** No quorum of voters confirms the hold any more: another node may have the lock. */
    QUORUM_LOST("too few voters still confirm it"),
    /** An operator revoked it ({@code quorate release --force}, {@link LockAdmin#revoke}). */
    REVOKED("it was revoked by an operator"),
    /** {@link Locks#close()} was called while the lock was held, or the node has failed. */
    NODE_CLOSED("its node was closed"),
    /** Its {@link AcquireOptions#atMost(java.time.Duration)} is over. */
    TIME_IS_UP("its atMost time is over");

    private final String because;

    LossReason(String because) {
        this.because = because;
    }

    /** {@return the reason as the end of a sentence: the lock was lost because ...} */
    public String because() {
        return because;
    }
}
