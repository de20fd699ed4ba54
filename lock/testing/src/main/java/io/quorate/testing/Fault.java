package io.quorate.testing;

/** What {@code @LockFault} can do to a run. Each is followed by enough virtual time for another node to take the lock, if it can. */
public enum Fault {
    /** The holder's node loses its network cable and stays cut off until the test ends. The hold is lost when its lease ends. */
    CUT_OFF,
    /**
     * The holder's process stands still, as in a long garbage collection, until the lease is over. The caller goes on first: no listener
     * was called yet, and only the clock tells that the hold is over.
     */
    PAUSE_HOLDER,
    /** Another node crashes and stays down until the test ends. The hold survives where the other nodes are a quorum. */
    KILL_VOTER,
    /** An operator takes the lock away, as {@code quorate release --force} does. Only at events at which a lock is held. */
    REVOKE,
    /** The wall clock of the holder's machine jumps one hour forward, as after a suspend: its node loses all it holds. */
    CLOCK_JUMP,
    /** The hold is lost, and the node can take locks again at once. Only at events at which a lock is held. */
    LOSE_HOLD
}
