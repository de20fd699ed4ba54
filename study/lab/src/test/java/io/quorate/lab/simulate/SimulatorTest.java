// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.audit.MessagesPerClaim;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.quorum.PlaneOnSubset;
import io.quorate.papers.reference.central.Central;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SimulatorTest {
    private static final QuorumLock QUORUM_LOCK = new QuorumLock();

    private static void assertOk(SimulationReport report) {
        assertThat(report.failure()).as("%s", report.toLines()).isNull();
    }

    @Test
    void theSameSeedTwiceIsTheSameRunAndAnotherSeedAnother() {
        for (long seed = 1; seed <= 20; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(QUORUM_LOCK, seed));
            assertThat(Simulator.run(Swarm.draw(QUORUM_LOCK, seed))).isEqualTo(report);
            assertThat(Simulator.run(Swarm.draw(QUORUM_LOCK, seed + 1)).traceHash())
                    .isNotEqualTo(report.traceHash());
        }
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        swarm(1, 1_000);
    }

    @Test
    @Tag("long")
    void aLargeSwarmOfSmallClustersKeepsItsPromises() {
        swarm(100_000, 50_000);
    }

    private static void swarm(long firstSeed, int seeds) {
        long faults = 0;
        long overtakings = 0;
        long abandoned = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(QUORUM_LOCK, seed));
            assertOk(report);
            faults += report.injected().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            overtakings += report.overtakings().count();
            abandoned += report.claims().abandoned();
            assertThat(report.claims().entries() + report.claims().abandoned())
                    .isEqualTo(report.claims().made())
                    .isEqualTo(report.simulation().load().claims());
        }
        // A swarm without faults, without contention or without timeouts would show nothing.
        assertThat(faults).isGreaterThan(seeds * 5L);
        assertThat(overtakings).isGreaterThan(seeds / 10);
        assertThat(abandoned).isGreaterThan(seeds / 10);
    }

    @Test
    void theReferenceKeepsItsPromisesWithoutFaults() {
        for (long seed = 1; seed <= 200; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(new Central(), seed));
            assertOk(report);
            assertThat(report.injected()).isEmpty();
        }
    }

    @Test
    void aClaimAloneCostsThreeMessagesForEachOtherMemberOfItsQuorum() {
        for (int nodes : new int[] {1, 2, 3, 5, 7, 13}) {
            for (String name : List.of("majority", "all", "singleton")) {
                QuorumSystem quorums = Quorums.named(name, nodes);
                int others = 0;
                for (int index = 0; index < nodes; index++) {
                    NodeId node = NodeId.of(index);
                    others += quorums.quorumOf(node).without(node).size();
                }
                int rounds = 3;
                Load load = Load.of(new Arrivals.Alone(), rounds * nodes);
                SimulationReport report = Simulator.run(Simulation.of(Setup.of(QUORUM_LOCK, quorums, nodes), 1, load));
                assertOk(report);
                assertThat(report.traffic().messages()).isEqualTo(3L * others * rounds);
                assertThat(report.traffic().frames()).isEqualTo(3L * others * rounds);
                assertThat(report.overtakings().count()).isZero();
            }
        }
    }

    @Test
    void namesSpreadTheLoadOfManyLocksOverAllNodes() {
        for (QuorumSystem quorums : List.of(new Tree(15), new PlaneOnSubset(12), new Majority(5))) {
            int nodes = quorums.size();
            Setup setup = Setup.of(QUORUM_LOCK, quorums, nodes);
            Load load = new Load(new Arrivals.Alone(), 600 * nodes, 600, 0, RandomDuration.constant(1), null);
            SimulationReport spread = Simulator.run(Simulation.of(setup.placedByName(), 1, load));
            assertOk(spread);
            assertThat(busiestOverMean(spread, nodes)).as(quorums.name()).isLessThan(1.2);
            SimulationReport asNumbered = Simulator.run(Simulation.of(setup, 1, load));
            assertThat(spread.traffic().messages())
                    .as("at no cost in messages")
                    .isCloseTo(asNumbered.traffic().messages(), withinPercentage(5));
        }
    }

    /** How much more the busiest node sends and receives than nodes do on average. */
    private static double busiestOverMean(SimulationReport report, int nodes) {
        return (double) report.traffic().busiestMessages()
                * nodes
                / (2 * report.traffic().messages());
    }

    @Test
    void theBudgetOfAClaimAloneIsKeptAndTheBudgetOfOneMessageLessIsNot() {
        Simulation simulation = Simulation.of(Setup.usual(QUORUM_LOCK, 5), 1, Load.of(new Arrivals.Alone(), 10));
        assertOk(Simulator.run(
                simulation, List.of(MessagesPerClaim.alone(simulation.setup())), clock -> ClusterObserver.NONE));
        SimulationReport broken =
                Simulator.run(simulation, List.of(new MessagesPerClaim(0, 5)), clock -> ClusterObserver.NONE);
        assertThat(broken.failure()).isNotNull();
        assertThat(broken.failure().sentence()).contains("10 claims took 60 messages");
    }

    @Test
    void aClaimAtTheCentralLockCostsThreeMessagesUnlessItIsTheCentresOwn() {
        int nodes = 5;
        SimulationReport report =
                Simulator.run(Simulation.of(Setup.usual(new Central(), nodes), 1, Load.of(new Arrivals.Alone(), 100)));
        assertOk(report);
        assertThat(report.traffic().messages()).isEqualTo(3 * 80);
        assertThat(report.traffic().busiest()).isEqualTo(NodeId.of(0));
        assertThat(report.traffic().messagesByKind()).containsOnlyKeys("Request", "Grant", "Release");
    }

    @Test
    void contentionStaysWithinTheBoundOfSevenMessages() {
        for (int nodes : new int[] {2, 3, 5, 7, 9}) {
            for (Network network : Network.values()) {
                for (long seed = 1; seed <= 6; seed++) {
                    Setup setup = Setup.usual(QUORUM_LOCK, nodes).over(network);
                    int size = setup.quorums().quorumOf(NodeId.of(0)).size();
                    Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.constant(0), 1), 50 * nodes);
                    SimulationReport report = Simulator.run(
                            Simulation.of(setup, seed, load),
                            List.of(MessagesPerClaim.contended(setup)),
                            clock -> ClusterObserver.NONE);
                    assertOk(report);
                    assertThat(report.messagesPerEntry()).isGreaterThan(3.0 * (size - 1));
                }
            }
        }
    }

    @Test
    void aBrokenTwinIsFoundAndItsTraceLeadsToTheFailure() {
        Setup sound = Setup.usual(QUORUM_LOCK, 3);
        Setup broken = sound.without(Kits.without(QUORUM_LOCK, "R7"));
        Load load = Load.of(new Arrivals.Burst(2), 20);
        assertOk(Simulator.run(Simulation.of(sound, 4, load)));
        SimulationReport report = Simulator.run(Simulation.of(broken, 4, load));
        SimulationReport.Failure failure = report.failure();
        assertThat(failure).isNotNull();
        assertThat(failure.sentence()).contains("two hold the lock L at once");
        assertThat(report.toLines()).anySatisfy(line -> assertThat(line).startsWith("BROKEN"));
        assertThat(failure.trace().replay(ClusterObserver.NONE).framesInFlight())
                .isNotZero();
    }

    @Test
    void frameOrderIsKeptByANetworkThatKeepsItAndByNoOther() {
        assertThat(framesOutOfOrder(Network.FIFO)).isZero();
        assertThat(framesOutOfOrder(Network.UNORDERED)).isPositive();
    }

    private static long framesOutOfOrder(Network network) {
        long[] outOfOrder = new long[1];
        List<FrameInFlight> underWay = new ArrayList<>();
        ClusterObserver watcher = new ClusterObserver() {
            @Override
            public void sent(NodeId from, NodeId to, FrameInFlight packet) {
                if (from.index() == 0 && to.index() == 1) {
                    underWay.add(packet);
                }
            }

            @Override
            public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
                if (from.index() == 0 && to.index() == 1) {
                    outOfOrder[0] += underWay.indexOf(packet) > 0 ? 1 : 0;
                    underWay.remove(packet);
                }
            }
        };
        Load load = new Load(
                new Arrivals.ClosedLoop(RandomDuration.constant(0), 4),
                400,
                4,
                0,
                RandomDuration.constant(1_000_000),
                null);
        Simulation simulation = Simulation.of(Setup.usual(QUORUM_LOCK, 3).over(network), 1, load);
        assertOk(Simulator.run(simulation.with(RandomDuration.heavyTailed(1_000_000)), List.of(), clock -> watcher));
        assertThat(underWay).isEmpty();
        return outOfOrder[0];
    }
}
