// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.raymond.Raymond;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Raymond's algorithm, message by message. */
class RaymondTrafficTest {
    private static Setup setup(int nodes, int degree) {
        return Setup.of(new Raymond(), new Tree(nodes, degree), nodes);
    }

    /** The node itself, its father, and so on up to the root. */
    private static List<NodeId> pathToRoot(Tree tree, NodeId node) {
        List<NodeId> path = new ArrayList<>(List.of(node));
        tree.fatherOf(node).ifPresent(father -> path.addAll(pathToRoot(tree, father)));
        return path;
    }

    /** Edges between two nodes: those of both paths to the root but what they have in common. */
    private static int distance(Tree tree, NodeId one, NodeId other) {
        List<NodeId> up = pathToRoot(tree, one);
        List<NodeId> down = pathToRoot(tree, other);
        long common = up.stream().filter(down::contains).count();
        return (int) (up.size() + down.size() - 2 * common);
    }

    /** The way of the privilege if the nodes use it in turn, from the root on. */
    private static long wayInTurn(Tree tree) {
        NodeId at = NodeId.of(tree.root());
        long way = 0;
        for (int index = 0; index < tree.size(); index++) {
            way += distance(tree, at, NodeId.of(index));
            at = NodeId.of(index);
        }
        return way;
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 2", "4, 2", "7, 2", "15, 2", "100, 2", "13, 3", "40, 3", "10, 9", "50, 49"})
    void aloneAnEntryTakesARequestAndAPrivilegeForEachEdgeToWhereThePrivilegeIs(int nodes, int degree) {
        SimulationReport report = Demand.light(setup(nodes, degree));
        long way = wayInTurn(new Tree(nodes, degree));
        assertThat(report.claims().entries()).isEqualTo(nodes);
        assertThat(report.traffic().messagesByKind().getOrDefault("Request", 0L))
                .isEqualTo(way);
        assertThat(report.traffic().messagesByKind().getOrDefault("Privilege", 0L))
                .isEqualTo(way);
        assertThat(report.traffic().messages()).isEqualTo(2 * way);
    }

    /** One claim after the other, each of the node that is named. */
    private static final class Claims {
        private final Statistics counts;
        private final Cluster cluster;

        Claims(Setup setup) {
            counts = new Statistics(setup.nodes(), () -> 0);
            cluster = Cluster.of(setup, counts);
        }

        /** How many messages it takes until the node has had the lock and all is quiet. */
        long use(NodeId node) {
            long before = counts.traffic().messages();
            cluster.apply(Choice.parse("acquire " + node));
            List<Choice> possible = cluster.enabled(Limits.of(List.of()));
            while (!possible.isEmpty()) {
                cluster.apply(possible.get(0));
                possible = cluster.enabled(Limits.of(List.of()));
            }
            return counts.traffic().messages() - before;
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 2", "7, 2, 4", "15, 2, 6", "10, 9, 2", "13, 3, 4"})
    void anEntryTakesAtMostTwiceTheDiameter(int nodes, int degree, int diameter) {
        Tree tree = new Tree(nodes, degree);
        Claims claims = new Claims(setup(nodes, degree));
        long most = 0;
        for (int one = 0; one < nodes; one++) {
            for (int other = 0; other < nodes; other++) {
                claims.use(NodeId.of(one));
                long messages = claims.use(NodeId.of(other));
                assertThat(messages).isEqualTo(2L * distance(tree, NodeId.of(one), NodeId.of(other)));
                most = Math.max(most, messages);
            }
        }
        assertThat(most).isEqualTo(2L * diameter);
    }

    /** Between any two nodes, each also with itself. */
    private static double meanDistance(Tree tree) {
        long sum = 0;
        for (int one = 0; one < tree.size(); one++) {
            for (int other = 0; other < tree.size(); other++) {
                sum += distance(tree, NodeId.of(one), NodeId.of(other));
            }
        }
        return (double) sum / tree.size() / tree.size();
    }

    @ParameterizedTest
    @CsvSource({"4, 2, 2.24", "16, 2, 6.67", "64, 2, 13.04", "16, 15, 3.53", "64, 63, 3.88"})
    void fromAnywhereAnEntryTakesTwiceTheMeanDistance(int nodes, int degree, double measured) {
        requireTwiceTheMeanDistance(nodes, degree, measured);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"256, 2, 20.39", "256, 255, 3.97"})
    void soItIsInLargeTrees(int nodes, int degree, double measured) {
        requireTwiceTheMeanDistance(nodes, degree, measured);
    }

    private static void requireTwiceTheMeanDistance(int nodes, int degree, double measured) {
        Load load = Load.of(new Arrivals.Poisson(0.001), 20_000);
        SimulationReport report = Demand.run(Simulation.of(setup(nodes, degree), 1, load));
        assertThat(report.messagesPerEntry())
                .isCloseTo(measured, within(0.01))
                .isCloseTo(2 * meanDistance(new Tree(nodes, degree)), within(0.01 * measured));
    }

    /** While everybody wants it, the privilege goes around: over each of the N-1 edges there and back, each time asked for. */
    @ParameterizedTest
    @CsvSource({
        "3, 2, 2.60",
        "7, 2, 3.41",
        "15, 2, 3.72",
        "31, 2, 3.86",
        "63, 2, 3.93",
        "7, 6, 3.41",
        "15, 14, 3.72",
        "31, 30, 3.87",
        "63, 62, 3.93",
        "40, 3, 3.89"
    })
    void saturatedAnEntryTakesAboutFourMessagesInAnyTree(int nodes, int degree, double measured) {
        SimulationReport report = Demand.heavy(setup(nodes, degree));
        double formula = 4.0 * (nodes - 1) / nodes;
        assertThat(report.messagesPerEntry()).isCloseTo(measured, within(0.02)).isBetween(0.97 * formula, formula);
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        for (long seed = 1; seed <= 150; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(new Raymond(), seed));
            assertThat(report.failure())
                    .as(() -> String.join("\n", report.toLines()))
                    .isNull();
        }
    }

    @Test
    void theOrderOfMessagesDoesNotMatter() {
        for (long seed = 1; seed <= 20; seed++) {
            Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.exponential(500_000), 2), 200);
            Simulation calm = Simulation.of(setup(7, 2).over(Network.UNORDERED), seed, load);
            Demand.run(calm.with(RandomDuration.heavyTailed(Simulation.USUAL_DELAY)));
        }
    }
}
