// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

/** Why a hold ended although nobody released it. */
public enum LossReason {
    /** Too few voters still confirm the hold. */
    QUORUM_LOST,
    /** Somebody with the right to do so took it away. */
    REVOKED,
    /** The node was closed. */
    NODE_CLOSED,
    /** The hold has lasted for as long as its owner allowed it to at most. */
    TIME_IS_UP
}
