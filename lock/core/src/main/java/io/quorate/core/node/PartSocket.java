// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.LockEngine;
import io.quorate.core.lock.part.PartHost;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** Where the part of a protocol is plugged into a node. */
record PartSocket<M extends Message>(
        Protocol<M> protocol,
        MachineContext context,
        LockEngine<M> engine,
        DestinationBatches batches,
        TurnOutcome<M> news,
        SessionPart sessions)
        implements PartHost<M> {
    @Override
    public void send(NodeId to, LockName lock, Message message) {
        batches.add(to, lock, message);
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        news.startTimer(lock, timer, delay, jitter);
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        news.stopTimer(lock, timer);
    }

    @Override
    public <R> R step(NodeId from, LockName lock, BiFunction<LockMachine<M>, Outbox<M>, R> step, R refused) {
        return engine.step(from, lock, step, refused);
    }

    @Override
    public void forEveryLock(BiConsumer<LockMachine<M>, Outbox<M>> step) {
        engine.forEveryLock(step);
    }

    @Override
    public void trustEnded(NodeId voter) {
        engine.trustEnded(voter);
    }

    @Override
    public void pauseVoting() {
        sessions.pauseVoting();
    }

    @Override
    public void giveUpVoting() {
        sessions.giveUpVoting();
    }

    @Override
    public void witnessHeard() {
        sessions.witnessHeard();
    }
}
