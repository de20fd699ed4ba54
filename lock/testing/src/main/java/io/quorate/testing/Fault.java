// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

/** The faults of {@code @LockFault}. Each is followed by enough virtual time for another node to take the lock, if it can. */
public enum Fault {
    /** The holder's node loses its network cable and stays cut off until the test ends. The hold is lost when its lease ends. */
    CUT_OFF,
    /**
     * The holder's process is paused, as in a long garbage collection, until the lease is over. The caller continues before any listener
     * was called: only the clock shows that the hold has expired.
     */
    PAUSE_HOLDER,
    /** Another node crashes and stays down until the test ends. The hold survives where the other nodes are a quorum. */
    KILL_VOTER,
    /** An operator revokes the lock, as {@code quorate release --force} does. Only at events at which a lock is held. */
    REVOKE,
    /** The wall clock of the holder's machine jumps one hour forward, as after a suspend: its node loses all it holds. */
    CLOCK_JUMP,
    /** The hold is lost, and the node can take locks again at once. Only at events at which a lock is held. */
    LOSE_HOLD
}
