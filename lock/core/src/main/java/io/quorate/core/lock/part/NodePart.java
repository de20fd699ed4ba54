// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;

/**
 * A protocol's part of a node, besides the machines of its locks. It has messages and timers of its own, is told when peers come and
 * go, and carries out the orders of machines. Deterministic, like a machine. Calls come within turns, from one thread at a time.
 */
public interface NodePart {
    /** A message has come. False, with nothing done, if it is not one of this part: then the machine of the lock gets it. */
    boolean receive(NodeId from, LockName lock, Message message);

    /** A timer has run out. False, with nothing done, if it is not one of this part. */
    boolean timerFired(TimerName timer);

    /** A machine of this lock has ended its step, in which it gave this order. */
    void handOver(LockName lock, PartOrder order);

    /** The peer seems to be gone. The locks are told afterwards. */
    void peerGone(NodeId peer);

    /** The peer, gone before, seems to be there. The locks are told afterwards. */
    void peerBack(NodeId peer);

    /** No witness was heard for a lease ({@link PartHost#witnessHeard}), or nobody knows for how long this node stood still. */
    void cutOff();

    /** The node grants from now on. The locks are told afterwards. */
    void votingBegan();

    /** The node is about to end: says good-bye to the others. */
    void leave();

    /** The turn is about to end; nothing of it has left the node yet. */
    void endTurn();

    /** Makes this new part equal to another, whose {@link PartState} it has a copy of. */
    void copyFrom(NodePart other);

    /** Writes all that can influence what this part does. */
    void describeTo(StateWriter writer);
}
