// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that crash, come back and leave during runs: nobody enters beside another, and everybody who is left is served. */
class MortalNodesTest {
    @Test
    void ricartAndAgrawalasGroupSurvivesCrashesRestartsLeavesAndJoins() {
        Map<String, Long> faults = swarm(RicartAgrawala.with("practical"), 1, 400);
        assertThat(faults.get("crashes")).isGreaterThan(100);
        assertThat(faults.get("restarts")).isEqualTo(faults.get("crashes"));
        assertThat(faults.get("leaves")).isGreaterThan(100);
        assertThat(faults.get("Participants")).as("insertions").isGreaterThan(200);
    }

    @Test
    void maekawasRolesAreTakenOver() {
        assertThat(swarm(Maekawa.takingOver(), 1, 200).get("crashes")).isGreaterThan(50);
    }

    @Tag("long")
    @Test
    void thousandsOfSeedsShowNothingElse() {
        assertThat(swarm(RicartAgrawala.with("practical"), 10_000, 5_000).get("crashes"))
                .isGreaterThan(2_000);
    }

    private static Map<String, Long> swarm(Protocol<?> protocol, long firstSeed, int seeds) {
        Map<String, Long> counts = new TreeMap<>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(protocol, seed));
            assertThat(report.isOk()).as(report::toString).isTrue();
            report.injected().forEach((fault, count) -> counts.merge(fault, count, Long::sum));
            report.traffic().messagesByKind().forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        }
        return counts;
    }
}
