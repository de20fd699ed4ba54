// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.reference.central.CentralMessage.Grant;
import io.quorate.papers.reference.central.CentralMessage.Release;
import io.quorate.papers.reference.central.CentralMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the centre; at the centre itself, keeps the queue. */
final class CentralMachine implements LockMachine<CentralMessage> {
    private final MachineContext context;

    /** At the centre: the holder of the lock, then the waiters in order of arrival. */
    private final List<Stamp> queue;

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;

    CentralMachine(MachineContext context) {
        this(context, new ArrayList<>(2));
    }

    private CentralMachine(MachineContext context, List<Stamp> queue) {
        this.context = context;
        this.queue = queue;
    }

    private NodeId centre() {
        return NodeId.of(context.quorums().quorumOf(context.self()).next(0));
    }

    /** SHARED is taken as EXCLUSIVE: the floor knows one mode. */
    @Override
    public void acquire(Mode mode, Outbox<CentralMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        Stamp fresh = context.nextStamp();
        stamp = fresh;
        phase = Phase.WAITING;
        out.send(centre(), new Request(fresh));
    }

    @Override
    public void release(Outbox<CentralMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    @Override
    public void abandon(Outbox<CentralMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    private void over(Outbox<CentralMessage> out) {
        Stamp ended = stamp;
        if (ended != null) {
            out.send(centre(), new Release(ended));
        }
        stamp = null;
        phase = Phase.IDLE;
    }

    @Override
    public void receive(NodeId from, CentralMessage message, Outbox<CentralMessage> out) {
        if (message instanceof Request request) {
            enqueue(request.stamp());
            if (queue.size() == 1) {
                grantFirst(out);
            }
        } else if (message instanceof Release release) {
            onRelease(release, out);
        } else if (message.stamp().equals(stamp)) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    /** Q1: who comes first is served first. */
    @Guard("Q1")
    private void enqueue(Stamp request) {
        queue.add(request);
    }

    private void onRelease(Release release, Outbox<CentralMessage> out) {
        boolean held = !queue.isEmpty() && queue.get(0).equals(release.stamp());
        queue.remove(release.stamp());
        if (held && !queue.isEmpty()) {
            grantFirst(out);
        }
    }

    private void grantFirst(Outbox<CentralMessage> out) {
        Stamp first = queue.get(0);
        out.send(first.node(), new Grant(first));
    }

    @Override
    public Phase phase() {
        return phase;
    }

    /** Only the centre knows. There, hand-over within the node is bounded; elsewhere nobody tells. */
    @Override
    public boolean isContended() {
        return queue.size() > 1;
    }

    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && queue.isEmpty();
    }

    @Override
    public LockMachine<CentralMessage> copy(MachineContext other) {
        CentralMachine copy = new CentralMachine(other, new ArrayList<>(queue));
        copy.phase = phase;
        copy.stamp = stamp;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        for (Stamp each : queue) {
            writer.stamp("queued", each);
        }
    }
}
