// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.TimerName;

/** The timers of a requester. */
enum QuorumLockTimer implements TimerName {
    /** G2: a lock that only stands is given back. */
    IDLE,
    /** V1: a hold that others wait for asks for spare votes. */
    SPARES
}
