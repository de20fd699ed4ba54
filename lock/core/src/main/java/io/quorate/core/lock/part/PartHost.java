// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** The services of a node for its {@link NodePart}. Messages and timers take effect at the end of the turn. */
public interface PartHost<M extends Message> {
    Protocol<M> protocol();

    /** Of the node, for no lock in particular. */
    MachineContext context();

    /** Sends a message, which the codec of the part must know. */
    void send(NodeId to, LockName lock, Message message);

    void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter);

    void stopTimer(LockName lock, TimerName timer);

    /**
     * Lets the machine of the lock take a step because of what this node said; with all that follows from it, as for a message.
     *
     * @param refused the answer if there is no room for the lock
     */
    <R> R step(NodeId from, LockName lock, BiFunction<LockMachine<M>, Outbox<M>, R> step, R refused);

    /** Lets the machines of all locks in use take a step, one after the other. */
    void forEveryLock(BiConsumer<LockMachine<M>, Outbox<M>> step);

    /** The grants of this voter no longer count: all machines are told. */
    void trustEnded(NodeId voter);

    /** This node has become responsible for what others may have granted. It grants nothing until that has run out. */
    void pauseVoting();

    /**
     * This node is responsible for nothing any more, as far as it can know. It grants nothing until {@link #pauseVoting}, and does not
     * confirm what it has granted.
     */
    void giveUpVoting();

    /**
     * A witness was heard: a node that would take over from this one if it fell silent. From the first call on, a lease without
     * another one leads to {@link NodePart#cutOff}.
     */
    void witnessHeard();
}
