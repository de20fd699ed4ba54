// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.MachineWorld;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.lock.WorldPart;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Passage;
import io.quorate.overlay.Routed;
import io.quorate.overlay.Router;
import io.quorate.overlay.Traveller;
import io.quorate.overlay.fixed.FixedRoster;
import io.quorate.overlay.node.OverlayStart;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RouteOrder;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes lie around a ring, n1, n4, n2, n3, and send only to the next on each side, so that some messages pass others; the replicas
 * of the lock are at n2, n3 and n2 again.
 */
public final class RoutedWorld implements WorldPart<DhtMessage> {
    private static final int NODES = 4;
    private static final int REACH = 1;

    /** An entry takes many more messages than without an overlay. */
    private static final int DELIVERIES_PER_CALL = 8;

    /** Replicas must be found, over several nodes. */
    private static final int STEPS_MAX = 400;

    @Override
    public int nodes() {
        return NODES;
    }

    @Override
    public int deliveriesPerCall() {
        return DELIVERIES_PER_CALL;
    }

    @Override
    public int stepsMax() {
        return STEPS_MAX;
    }

    @Override
    public NodeStart start(NodeStart plain) {
        List<Handle> all = IntStream.range(0, NODES)
                .mapToObj(node -> Handle.of(NodeId.of(node)))
                .toList();
        return plain.withPart(new OverlayStart(new FixedRoster(all, REACH), Handle.of(plain.self())));
    }

    @Override
    @SuppressWarnings("unchecked") // these machines route messages of their own protocol
    public void handOver(MachineWorld<DhtMessage> world, int node, PartOrder order, List<String> effects) {
        RouteOrder<DhtMessage> route = (RouteOrder<DhtMessage>) order;
        router(world, node).route(route.key(), route.message(), new Journey(world, node, effects));
    }

    /** What has been routed comes to this node from another, or seems to. */
    static void arrive(MachineWorld<DhtMessage> world, int node, NodeId from, Routed<DhtMessage> message) {
        router(world, node).arrived(from, message, new Journey(world, node, new ArrayList<>()));
    }

    private static Router<DhtMessage> router(MachineWorld<DhtMessage> world, int node) {
        return new Router<>(Place.of(world.context(node)).overlay());
    }

    /** Through one node. */
    private record Journey(MachineWorld<DhtMessage> world, int node, List<String> effects)
            implements Traveller<DhtMessage> {
        private Waypoint at(Routed<DhtMessage> message, NodeId previous, NodeId next) {
            return new Waypoint(message.key(), message.origin(), previous, next, message.hops());
        }

        private RoutedMachine<DhtMessage> machine() {
            return (RoutedMachine<DhtMessage>) world.machine(node);
        }

        @Override
        public Passage<DhtMessage> passing(Routed<DhtMessage> message, NodeId previous, Handle next) {
            RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();
            Passage<DhtMessage> passage = machine().passing(at(message, previous, next.node()), message.content(), out);
            world.post(node, out, effects);
            return passage;
        }

        @Override
        public void deliver(Routed<DhtMessage> message, NodeId previous) {
            RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();
            machine().delivered(at(message, previous, NodeId.of(node)), message.content(), out);
            world.post(node, out, effects);
        }

        @Override
        public void send(NodeId to, Routed<DhtMessage> message) {
            effects.add(to + " <- " + message.content() + " on its way");
            world.write(
                    node,
                    to,
                    (at, from, more) -> router(world, at).arrived(from, message, new Journey(world, at, more)));
        }
    }
}
