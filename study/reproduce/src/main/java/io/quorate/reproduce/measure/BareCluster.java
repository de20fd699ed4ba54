// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Machines of one lock without anything around them. Messages arrive in the order of sending, with or without the clock that frames carry. */
public final class BareCluster<M extends Message> {
    private final List<MachineContext> contexts = new ArrayList<>();
    private final List<LockMachine<M>> machines = new ArrayList<>();
    private final Deque<Runnable> underWay = new ArrayDeque<>();
    private final boolean clockInFrames;
    private NodeSet crashed = NodeSet.EMPTY;
    private int sent;

    public BareCluster(Protocol<M> protocol, int nodes, QuorumSystem quorums, boolean clockInFrames) {
        this.clockInFrames = clockInFrames;
        Placement placement = Placement.asNumbered(quorums);
        for (int node = 0; node < nodes; node++) {
            contexts.add(new MachineContext(NodeId.of(node), 0, placement));
            machines.add(protocol.newMachine(contexts.get(node)));
        }
    }

    /** The node knows of a request with this number. */
    public void observe(int node, long number) {
        contexts.get(node).clock().observe(number);
    }

    public LockMachine<M> machine(int node) {
        return machines.get(node);
    }

    public void acquire(int node) {
        machines.get(node).acquire(Mode.EXCLUSIVE, new Post(node));
    }

    public void release(int node) {
        machines.get(node).release(new Post(node));
    }

    public void settle() {
        while (!underWay.isEmpty()) {
            underWay.remove().run();
        }
    }

    /** Messages in flight to or from it are lost. */
    public void crash(int node) {
        crashed = crashed.with(NodeId.of(node));
    }

    /** As if the other had said it. */
    public void tell(int node, NodeId from, M message) {
        machines.get(node).receive(from, message, new Post(node));
    }

    /** The node inside; -1 if there is none. */
    public int holder() {
        int holder = -1;
        for (int node = 0; node < machines.size(); node++) {
            if (machines.get(node).phase() == Phase.HOLDING && !crashed.contains(node)) {
                if (holder >= 0) {
                    throw new IllegalStateException("Both n" + (holder + 1) + " and n" + (node + 1) + " are inside.");
                }
                holder = node;
            }
        }
        return holder;
    }

    /** How many messages were sent so far. */
    public int sent() {
        return sent;
    }

    private final class Post implements Outbox<M> {
        private final int from;

        Post(int from) {
            this.from = from;
        }

        @Override
        public void send(NodeId to, M message) {
            sent++;
            long clock = contexts.get(from).clock().counter();
            underWay.add(() -> {
                if (crashed.contains(to) || crashed.contains(from)) {
                    return;
                }
                if (clockInFrames) {
                    observe(to.index(), clock);
                }
                tell(to.index(), NodeId.of(from), message);
            });
        }

        @Override
        public void startTimer(TimerName timer, Duration delay, Duration jitter) {}

        @Override
        public void stopTimer(TimerName timer) {}

        @Override
        public void entered() {}

        @Override
        public void lost(LossReason reason) {}
    }
}
