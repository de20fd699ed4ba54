package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.catalog.Quorums;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.reference.central.Central;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.NodeClaim;
import io.quorate.lab.world.Packet;
import io.quorate.lab.world.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Table III of Maekawa's paper, section 9: whom nodes ask and whom they know about, measured while every node wants the lock
 * all the time. What is lost with a node, and how it is removed, is in {@code MaekawaTakeOverTest}.
 */
class MaekawaTableIIITest {
    /** Whom each node sends requests to, and whose requests it knows: from a REQUEST, or its own, until the RELEASE. */
    private static final class Knowledge implements ClusterObserver {
        private final List<Set<Integer>> asks = new ArrayList<>();
        private final List<Set<Integer>> knows = new ArrayList<>();
        private final int[] mostKnown;

        Knowledge(int nodes) {
            for (int node = 0; node < nodes; node++) {
                asks.add(new TreeSet<>());
                knows.add(new TreeSet<>());
            }
            mostKnown = new int[nodes];
        }

        private void learn(int node, int requester) {
            knows.get(node).add(requester);
            mostKnown[node] = Math.max(mostKnown[node], knows.get(node).size());
        }

        @Override
        public void sent(NodeId from, NodeId to, Packet packet) {
            if (packet.contents().stream()
                    .anyMatch(content -> content.message().kind().equals("Request"))) {
                asks.get(from.index()).add(to.index());
            }
        }

        @Override
        public void delivered(NodeId from, NodeId to, Packet packet) {
            for (Packet.Content content : packet.contents()) {
                if (content.message().kind().equals("Request")) {
                    learn(to.index(), from.index());
                } else if (content.message().kind().equals("Release")) {
                    knows.get(to.index()).remove(from.index());
                }
            }
        }

        @Override
        public void waiting(NodeClaim claim) {
            learn(claim.node().index(), claim.node().index());
        }

        @Override
        public void released(NodeClaim claim) {
            knows.get(claim.node().index()).remove(claim.node().index());
        }
    }

    /** Ricart and Agrawala's has no RELEASE: a node keeps of another that it waits for its REPLY, or owes it one. */
    private static final class Replies implements ClusterObserver {
        private final List<Set<Integer>> asks = new ArrayList<>();
        private final List<Set<Integer>> awaits = new ArrayList<>();
        private final List<Set<Integer>> owes = new ArrayList<>();
        private final boolean[] wants;
        private final int[] mostKnown;

        Replies(int nodes) {
            for (int node = 0; node < nodes; node++) {
                asks.add(new TreeSet<>());
                awaits.add(new TreeSet<>());
                owes.add(new TreeSet<>());
            }
            wants = new boolean[nodes];
            mostKnown = new int[nodes];
        }

        private void count(int node) {
            Set<Integer> known = new TreeSet<>(awaits.get(node));
            known.addAll(owes.get(node));
            mostKnown[node] = Math.max(mostKnown[node], known.size() + (wants[node] ? 1 : 0));
        }

        @Override
        public void sent(NodeId from, NodeId to, Packet packet) {
            for (Packet.Content content : packet.contents()) {
                if (content.message().kind().equals("Request")) {
                    asks.get(from.index()).add(to.index());
                    awaits.get(from.index()).add(to.index());
                } else {
                    owes.get(from.index()).remove(to.index());
                }
            }
            count(from.index());
        }

        @Override
        public void delivered(NodeId from, NodeId to, Packet packet) {
            for (Packet.Content content : packet.contents()) {
                if (content.message().kind().equals("Request")) {
                    owes.get(to.index()).add(from.index());
                } else {
                    awaits.get(to.index()).remove(from.index());
                }
            }
            count(to.index());
        }

        @Override
        public void waiting(NodeClaim claim) {
            wants[claim.node().index()] = true;
            count(claim.node().index());
        }

        @Override
        public void released(NodeClaim claim) {
            wants[claim.node().index()] = false;
        }
    }

    private static Knowledge underHeavyDemand(Setup setup) {
        return watch(setup, new Knowledge(setup.nodes()));
    }

    private static <O extends ClusterObserver> O watch(Setup setup, O watcher) {
        Arrivals always = new Arrivals.ClosedLoop(Lapse.constant(0), 1);
        Simulation simulation = Simulation.of(setup, 1, Load.of(always, 20 * setup.nodes()));
        SimulationReport report = Simulator.run(simulation, List.of(), clock -> watcher);
        assertThat(report.failure()).isNull();
        return watcher;
    }

    /** K is sqrt(N) in the paper's words; a node asks the K-1 others of its set, and is in K sets. */
    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "57, 8"})
    void theProposedAlgorithmKnowsOnlyItsOwnSetAndWhoseSetsItIsIn(int nodes, int members) {
        Knowledge knowledge = underHeavyDemand(Setup.of(new Maekawa(), Quorums.named("plane", nodes), nodes));
        assertThat(knowledge.asks).allSatisfy(asked -> assertThat(asked).hasSize(members - 1));
        assertThat(knowledge.mostKnown).containsOnly(members);
    }

    @ParameterizedTest
    @CsvSource({"7", "13", "21"})
    void theControlNodeOfTheCentralOneKnowsAboutAllAndMustKnowNobody(int nodes) {
        Knowledge knowledge = underHeavyDemand(Setup.usual(new Central(), nodes));
        assertThat(knowledge.asks.get(0)).isEmpty();
        assertThat(knowledge.asks.subList(1, nodes))
                .allSatisfy(asked -> assertThat(asked).containsExactly(0));
        assertThat(knowledge.mostKnown[0]).isEqualTo(nodes);
        assertThat(knowledge.mostKnown[1]).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"7", "13", "21"})
    void byRicartAndAgrawalaEverybodyAsksAllAndKnowsAboutAll(int nodes) {
        Replies replies = watch(Setup.usual(new RicartAgrawala(), nodes), new Replies(nodes));
        assertThat(replies.asks).allSatisfy(asked -> assertThat(asked).hasSize(nodes - 1));
        assertThat(replies.mostKnown).containsOnly(nodes);
    }
}
