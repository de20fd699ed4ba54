package io.quorate.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.catalog.Quorums;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.core.quorum.All;
import io.quorate.lab.world.Choice;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Packet;
import io.quorate.lab.world.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 9 on planes: what it costs that another node takes over the role of a failed one. */
class MaekawaTakeOverTest {
    private static final NodeId FAILED = NodeId.of(0);

    /** A plane in which n1 crashes, with the messages counted by their kinds from then on. */
    private static final class Plane implements ClusterObserver {
        final Setup setup;
        final Cluster cluster;
        final Map<String, Integer> counted = new TreeMap<>();
        NodeSet toldTheirState = NodeSet.EMPTY;

        Plane(int nodes) {
            this(Setup.usual(Maekawa.takingOver(), nodes));
        }

        Plane(Setup setup) {
            this.setup = setup;
            cluster = Cluster.of(setup, this);
        }

        @Override
        public void delivered(NodeId from, NodeId to, Packet packet) {
            packet.contents().forEach(content -> counted.merge(content.message().kind(), 1, Integer::sum));
            boolean tells = packet.contents().stream()
                    .anyMatch(content -> content.message().kind().equals("State"));
            toldTheirState = tells ? toldTheirState.with(from) : toldTheirState;
        }

        int[] requesters() {
            return IntStream.range(1, setup.nodes())
                    .filter(node -> setup.quorums().quorumOf(NodeId.of(node)).contains(FAILED))
                    .toArray();
        }

        void acquire(int node) {
            cluster.apply(new Choice.Acquire(NodeId.of(node), Choice.USUAL_LOCK, Mode.EXCLUSIVE));
        }

        void crash() {
            cluster.apply(new Choice.Crash(FAILED));
            counted.clear();
        }

        void detect(int node) {
            cluster.apply(new Choice.Detect(NodeId.of(node), FAILED));
        }

        void settle() {
            Limits none = Limits.contenders(0, 0);
            while (cluster.framesInFlight() > 0) {
                cluster.apply(cluster.enabled(none).stream()
                        .filter(Choice.Deliver.class::isInstance)
                        .findFirst()
                        .orElseThrow());
            }
        }

        int count(String kind) {
            return counted.getOrDefault(kind, 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "31, 6"})
    void staticInformationChangesAtSqrtNMinusOneNodes(int nodes, int members) {
        assertThat(new Plane(nodes).requesters()).hasSize(members - 1);
    }

    /** All who have the failed node in their sets wait, and all notice at once. */
    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "31, 6"})
    void dynamicInformationIsRegainedWithOrderSqrtNMessages(int nodes, int members) {
        Plane plane = new Plane(nodes);
        int[] requesters = plane.requesters();
        for (int requester : requesters) {
            plane.acquire(requester);
        }
        plane.settle();
        plane.crash();
        for (int requester : requesters) {
            plane.detect(requester);
        }
        plane.settle();
        int regained = plane.count("State") + plane.count("TakeOver");
        assertThat(regained).as("%s", plane.counted).isBetween(members - 1, 3 * (members - 1));
        assertThat(plane.counted.values().stream().mapToInt(Integer::intValue).sum())
                .as("with all that it leads to: %s", plane.counted)
                .isLessThan(6 * members);
        assertThat(IntStream.of(requesters)
                        .map(node -> plane.cluster.node(node).holding().size())
                        .sum())
                .isEqualTo(1);
    }

    /**
     * Table III, what is lost with a node: whoever must tell its state anew, the one that takes over, which need not tell
     * itself, and the failed node. One control node is a quorum of one.
     */
    @ParameterizedTest
    @CsvSource({"plane, 7, 3", "plane, 13, 4", "plane, 21, 5", "singleton, 7, 7", "singleton, 13, 13"})
    void whatIsLostIsAboutWhoHasTheNodeInItsSet(String sets, int nodes, int lost) {
        Plane plane = new Plane(Setup.of(Maekawa.takingOver(), Quorums.named(sets, nodes), nodes));
        IntStream.range(0, nodes).forEach(plane::acquire);
        plane.settle();
        plane.crash();
        IntStream.range(1, nodes).forEach(plane::detect);
        plane.settle();
        NodeSet told = plane.toldTheirState.union(
                NodeSet.ofIndexes(plane.requesters()).intersection(NodeSet.of(NodeId.of(1))));
        assertThat(told).isEqualTo(NodeSet.ofIndexes(plane.requesters()));
        assertThat(told.with(FAILED).size()).isEqualTo(lost);
    }

    /**
     * Table III, third column: with a node its own request is lost and nothing else. All others go on as soon as they take
     * its REPLY for given, which needs no message; each knows by itself whether it waits for one.
     */
    @ParameterizedTest
    @CsvSource({"3", "7", "13"})
    void byRicartAndAgrawalaOnlyTheRequestOfTheFailedNodeIsLost(int nodes) {
        BareCluster<RicartAgrawalaMessage> cluster =
                new BareCluster<>(new RicartAgrawala(), nodes, new All(nodes), true);
        IntStream.range(0, nodes).forEach(cluster::acquire);
        cluster.settle();
        int holder = cluster.holder();
        assertThat(holder).isZero();
        cluster.crash(1);
        int beforeRemoval = cluster.sent();
        for (int node = 0; node < nodes; node++) {
            Stamp own = new Stamp(1, NodeId.of(node), 0);
            if (node != 1 && cluster.machine(node).phase() == Phase.WAITING) {
                cluster.tell(node, NodeId.of(1), new RicartAgrawalaMessage.Reply(own, 0));
            }
        }
        assertThat(cluster.sent()).as("nothing had to be asked").isEqualTo(beforeRemoval);
        List<Integer> order = new ArrayList<>();
        while (cluster.holder() >= 0) {
            order.add(cluster.holder());
            cluster.release(cluster.holder());
            cluster.settle();
        }
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, nodes)
                        .filter(node -> node != 1)
                        .boxed()
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "31, 6"})
    void aRoleThatNobodyUsedIsAskedForOnceMore(int nodes, int members) {
        Plane plane = new Plane(nodes);
        plane.crash();
        IntStream.range(1, nodes).forEach(plane::detect);
        int asker = plane.requesters()[0];
        plane.acquire(asker);
        plane.settle();
        assertThat(plane.cluster.node(asker).holding()).hasSize(1);
        NodeSet asked = NodeSet.ofIndexes(plane.requesters()).without(NodeId.of(asker));
        int others = asked.without(NodeId.of(1)).size();
        assertThat(plane.count("TakeOver")).isEqualTo(others);
        assertThat(plane.count("State")).isEqualTo(others + (asker == 1 ? 0 : 1));
        assertThat(plane.count("TakeOver") + plane.count("State")).isLessThan(2 * (members - 1));
    }
}
