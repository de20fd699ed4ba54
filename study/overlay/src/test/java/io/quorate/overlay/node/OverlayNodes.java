// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.session.LeaseTerms;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.fixed.FixedRoster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Nodes around a ring, about evenly; n1 lies just where the first replica of the lock L does. */
final class OverlayNodes {
    static final Key REPLICA = Key.ofReplica("L", 0);
    static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(1));

    final Errands errands = new Errands();
    final List<LockNode<Errands.Note>> nodes = new ArrayList<>();
    final ArrayDeque<Packet> network = new ArrayDeque<>();
    final List<String> news = new ArrayList<>();
    long now;

    static Handle handle(int number, int of) {
        long step = Long.divideUnsigned(-1L, of) - (1L << 50); // a little less: so no two ways are equally far
        return new Handle(NodeId.of(number - 1), new Key(REPLICA.high() + (number - 1) * step, REPLICA.low()));
    }

    static List<Handle> handles(int count) {
        List<Handle> handles = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            handles.add(handle(number, count));
        }
        return handles;
    }

    static NodeStart start(int number, int of, OverlayKind kind) {
        return NodeStart.first(NodeId.of(number - 1), Placement.asNumbered(new Majority(1)))
                .withPart(new OverlayStart(kind, handle(number, of)));
    }

    /** So many that know only those next to them, without time. */
    static OverlayNodes inARing(int count) {
        OverlayNodes nodes = new OverlayNodes();
        for (int number = 1; number <= count; number++) {
            nodes.nodes.add(new LockNode<>(nodes.errands, start(number, count, new FixedRoster(handles(count), 1))));
        }
        return nodes;
    }

    LockNode<Errands.Note> node(int number) {
        return nodes.get(number - 1);
    }

    void turn(int number, Consumer<LockNode<Errands.Note>> what) {
        LockNode<Errands.Note> node = node(number);
        node.beginTurn(now, 0);
        what.accept(node);
        node.endTurn(new Recorder(node.self()));
    }

    /** The next frame arrives. */
    void deliver() {
        Packet packet = network.remove();
        turn(packet.to.index() + 1, node -> node.receive(packet.from, packet.bytes, 0, packet.bytes.length));
    }

    void deliverAll() {
        while (!network.isEmpty()) {
            deliver();
        }
    }

    private final class Recorder implements NodeEffects {
        private final NodeId self;

        Recorder(NodeId self) {
            this.self = self;
        }

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            news.add(self + " starts " + timer.name() + " of " + lock);
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            news.add(self + " stops " + timer.name() + " of " + lock);
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            network.add(new Packet(self, to, Arrays.copyOf(frame, length)));
        }

        @Override
        public void granted(Claim claim, long fence) {
            news.add(self + " enters");
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            news.add(self + " lost " + reason);
        }
    }
}
