// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.sequential.Cyclic;
import io.quorate.papers.sequential.Sequential;
import io.quorate.reproduce.maekawa.MaekawaVariationItems;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Maekawa's section 10, counted in the simulator. */
class SequentialLocksTest {
    private static SimulationReport ok(SimulationReport report) {
        assertThat(report.toLines())
                .as("a report of a run that breaks no promise")
                .noneMatch(line -> line.startsWith("BROKEN"));
        return report;
    }

    /** K, messages of the three variations, and their delays in message times; around, from the middle, a pass more. */
    @Test
    void theItemHasTwoMessagesForEachOtherMemberOneByOneAndKOrOneMoreAround() {
        assertThat(QuickRun.sheet("maekawa-section-10").rows())
                .extracting(row -> String.join(" ", row))
                .containsExactly(
                        "2 3 3 3 2 2 2", "3 6 6 5.571 2 4 3.571", "4 9 9 7.615 2 6 4.615", "5 12 12 9.667 2 8 5.667");
        assertThat(MaekawaVariationItems.originsInTheMiddle(7)).isEqualTo(4);
        assertThat(MaekawaVariationItems.originsInTheMiddle(13)).isEqualTo(8);
    }

    @Test
    void contentionAddsNoMessageAndAWaiterIsOvertakenAFewTimesByEachOtherNode() {
        for (int nodes : List.of(3, 7, 13, 21)) {
            int members = new ProjectivePlane(nodes).quorumOf(NodeId.of(0)).size();
            for (long seed = 1; seed <= 3; seed++) {
                Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.constant(0), 1), 20 * nodes);
                SimulationReport oneByOne =
                        ok(Simulator.run(Simulation.of(Setup.usual(new Sequential(), nodes), seed, load)));
                assertThat(oneByOne.messagesPerEntry()).isEqualTo(3.0 * (members - 1));
                SimulationReport around =
                        ok(Simulator.run(Simulation.of(Setup.usual(new Cyclic(), nodes), seed, load)));
                assertThat(around.messagesPerEntry()).isBetween(2.0 * members - 1, 2.0 * members);
                assertThat(oneByOne.overtakings().worst()).isBetween(1L, 3L * nodes);
                assertThat(around.overtakings().worst()).isBetween(1L, 3L * nodes);
            }
        }
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        for (Protocol<?> protocol : List.of(new Sequential(), new Cyclic())) {
            for (long seed = 1; seed <= 150; seed++) {
                ok(Simulator.run(Swarm.draw(protocol, seed)));
            }
        }
    }
}
