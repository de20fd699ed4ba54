// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

/** The state of a machine, seen from its own node. */
public enum Phase {
    /** This node does not want the lock. */
    IDLE,
    /** This node has asked and does not hold yet. */
    WAITING,
    /** This node holds the lock. */
    HOLDING,
    /** This node has given the lock back, and would not have to ask to have it again. */
    STANDING
}
