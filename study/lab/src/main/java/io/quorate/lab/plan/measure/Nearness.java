// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.session.Distance;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The effect of asking the nearest quorum on the load (H5). Every node takes many locks, each as often as any other, while nobody else
 * wants them. Quorums are chosen as a node of production chooses them.
 *
 * @param byName with the quorum that the lock's name gives to each node
 * @param nearest with the nearest of the quorums that the lock's name allows
 */
public record Nearness(Choice byName, Choice nearest) {
    private static final int LOCKS = 400;

    /**
     * @param roundTripNanos how long an acquire takes on average: a round trip to the farthest member of its quorum
     * @param busiest in which part of all entries the busiest voter is asked, by itself or others
     */
    public record Choice(double roundTripNanos, double busiest) {}

    /** How long a frame takes from one node to another. */
    public interface OneWay {
        double nanos(NodeId from, NodeId to);
    }

    public static Nearness of(QuorumSystem system, OneWay delays) {
        return new Nearness(
                choice(system, delays, MachineContext::usualQuorum),
                choice(
                        system,
                        delays,
                        context -> context.nearestQuorum(NodeSet.EMPTY).orElseThrow()));
    }

    private static Choice choice(QuorumSystem system, OneWay delays, Function<MachineContext, NodeSet> chosen) {
        Placement placement = Placement.byName(system);
        long[] asked = new long[system.size()];
        double time = 0;
        for (int index = 0; index < system.size(); index++) {
            NodeId self = NodeId.of(index);
            MachineContext node = new MachineContext(NodeStart.first(self, placement));
            node.far(Distance.farthestFirst(distances(self, system.size(), delays)));
            for (int lock = 0; lock < LOCKS; lock++) {
                NodeSet quorum = chosen.apply(node.forLock(LockName.of("lock-" + lock)));
                double farthest = 0;
                for (int member = quorum.next(0); member >= 0; member = quorum.next(member + 1)) {
                    asked[member]++;
                    farthest = Math.max(farthest, roundTrip(self, NodeId.of(member), delays));
                }
                time += farthest;
            }
        }
        long most = 0;
        for (long each : asked) {
            most = Math.max(most, each);
        }
        double entries = (double) LOCKS * system.size();
        return new Choice(time / entries, most / entries);
    }

    private static Map<NodeId, Integer> distances(NodeId self, int nodes, OneWay delays) {
        Map<NodeId, Integer> distances = new LinkedHashMap<>();
        for (int index = 0; index < nodes; index++) {
            NodeId peer = NodeId.of(index);
            distances.put(peer, Distance.of((long) roundTrip(self, peer, delays), 0));
        }
        return distances;
    }

    private static double roundTrip(NodeId self, NodeId peer, OneWay delays) {
        return self.equals(peer) ? 0 : delays.nanos(self, peer) + delays.nanos(peer, self);
    }
}
