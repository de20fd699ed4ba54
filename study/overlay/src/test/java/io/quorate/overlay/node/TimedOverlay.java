// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTimer;
import io.quorate.overlay.dht.DhtMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Nodes on a real overlay, on one clock, with locks of one replica. Frames arrive at once, but for those over links that are broken. */
final class TimedOverlay {
    static final long TRUST = OverlayNodes.TERMS.trustNanos();
    static final long LEASE = OverlayNodes.TERMS.memoryNanos();

    /** So many rounds make a lease, as in production. */
    static final int ROUNDS = 5;

    final List<String> news = new ArrayList<>();
    long now;

    private final Protocol<DhtMessage> protocol;
    private final OverlayKind kind;
    private final TreeMap<NodeId, LockNode<DhtMessage>> nodes = new TreeMap<>();
    private final ArrayDeque<Packet> network = new ArrayDeque<>();

    /** What is sent so does not arrive. */
    private final Set<List<NodeId>> broken = new LinkedHashSet<>();

    private final Set<NodeId> dead = new LinkedHashSet<>();

    TimedOverlay(Protocol<DhtMessage> protocol, OverlayKind kind) {
        this.protocol = protocol;
        this.kind = kind;
    }

    /** The node starts; the first begins the overlay, the others join. */
    void add(NodeId self) {
        NodeStart start = NodeStart.first(self, Placement.asNumbered(new Majority(1)))
                .withLease(OverlayNodes.TERMS)
                .withPart(new OverlayStart(kind, Handle.of(self)));
        List<Handle> contacts = all().stream().map(Handle::of).toList();
        nodes.put(self, new LockNode<>(protocol, start));
        turn(
                self,
                contacts.isEmpty()
                        ? node -> OverlayPart.of(node).begin()
                        : node -> OverlayPart.of(node).join(contacts));
        deliverAll();
    }

    /** The first nodes come in, so many, and vote. */
    TimedOverlay with(int count) {
        for (int index = 0; index < count; index++) {
            add(NodeId.of(index));
            roundsGoBy(1);
        }
        roundsGoBy(3 * ROUNDS);
        return this;
    }

    LockNode<DhtMessage> node(NodeId node) {
        LockNode<DhtMessage> known = nodes.get(node);
        if (known == null) {
            throw new IllegalArgumentException(node + " was never started");
        }
        return known;
    }

    List<NodeId> all() {
        return nodes.keySet().stream().filter(node -> !dead.contains(node)).toList();
    }

    /** Those that vote for the replica of the lock L. */
    List<NodeId> voters() {
        return all().stream()
                .filter(node ->
                        node(node).isVoting() && OverlayPart.of(node(node)).owns(OverlayNodes.REPLICA))
                .toList();
    }

    void breakLink(NodeId from, NodeId to) {
        broken.add(List.of(from, to));
    }

    void breakBoth(NodeId one, NodeId other) {
        breakLink(one, other);
        breakLink(other, one);
    }

    void mendAll() {
        broken.clear();
    }

    void crash(NodeId node) {
        dead.add(node);
    }

    void turn(NodeId self, Consumer<LockNode<DhtMessage>> what) {
        LockNode<DhtMessage> node = node(self);
        node.beginTurn(now, 0);
        what.accept(node);
        node.endTurn(new Effects(self));
    }

    private void deliverAll() {
        while (!network.isEmpty()) {
            Packet packet = network.remove();
            if (!dead.contains(packet.to)) {
                turn(packet.to, node -> node.receive(packet.from, packet.bytes, 0, packet.bytes.length));
            }
        }
    }

    /** Time goes by, and the nodes keep each other alive. */
    void roundsGoBy(int count) {
        for (int round = 0; round < count; round++) {
            roundGoesBy(LEASE / ROUNDS);
        }
    }

    void roundGoesBy(long time) {
        now += time;
        for (NodeId self : all()) {
            if (OverlayPart.of(node(self)).overlay().isJoined()) {
                turn(self, node -> node.timerFired(Upkeep.LOCK, UpkeepTimer.of(OverlayTimer.ROUND)));
            } else {
                turn(self, node -> node.timerFired(Upkeep.LOCK, UpkeepTimer.of(OverlayTimer.JOIN)));
            }
        }
        deliverAll();
    }

    private final class Effects implements NodeEffects {
        private final NodeId self;

        Effects(NodeId self) {
            this.self = self;
        }

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {}

        @Override
        public void stopTimer(LockName lock, TimerName timer) {}

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            if (!broken.contains(List.of(self, to))) {
                network.add(new Packet(self, to, Arrays.copyOf(frame, length)));
            }
        }

        @Override
        public void granted(Claim claim, long fence) {
            news.add("granted");
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            news.add("lost " + reason);
        }
    }
}
