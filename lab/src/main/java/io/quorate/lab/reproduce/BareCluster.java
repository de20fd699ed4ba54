package io.quorate.lab.reproduce;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.TimerName;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Machines of one lock without anything around them. Messages arrive in the order of sending, with or without the clock that frames carry. */
final class BareCluster<M extends Message> {
    private final List<MachineContext> contexts = new ArrayList<>();
    private final List<LockMachine<M>> machines = new ArrayList<>();
    private final Deque<Runnable> underWay = new ArrayDeque<>();
    private final boolean clockInFrames;
    private NodeSet crashed = NodeSet.EMPTY;
    private int sent;

    BareCluster(Protocol<M> protocol, int nodes, QuorumSystem quorums, boolean clockInFrames) {
        this.clockInFrames = clockInFrames;
        Placement placement = Placement.asNumbered(quorums);
        for (int node = 0; node < nodes; node++) {
            contexts.add(new MachineContext(NodeId.of(node), 0, placement));
            machines.add(protocol.newMachine(contexts.get(node)));
        }
    }

    /** The node knows of a request with this number. */
    void observe(int node, long number) {
        contexts.get(node).clock().observe(number);
    }

    LockMachine<M> machine(int node) {
        return machines.get(node);
    }

    void acquire(int node) {
        machines.get(node).acquire(Mode.EXCLUSIVE, new Post(node));
    }

    void release(int node) {
        machines.get(node).release(new Post(node));
    }

    void settle() {
        while (!underWay.isEmpty()) {
            underWay.remove().run();
        }
    }

    /** What is under way to or from it is lost. */
    void crash(int node) {
        crashed = crashed.with(NodeId.of(node));
    }

    /** As if the other had said it. */
    void tell(int node, NodeId from, M message) {
        machines.get(node).receive(from, message, new Post(node));
    }

    /** Whoever is inside; -1 if nobody is. */
    int holder() {
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
    int sent() {
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
