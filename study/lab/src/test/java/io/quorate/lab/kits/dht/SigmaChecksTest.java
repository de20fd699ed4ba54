// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantSuiteTest;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.StandardChecksTest;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.dht.nonendtoend.NonEndToEnd;
import io.quorate.overlay.dht.sigma.Sigma;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Without any rule of votes, or of partial queues, something breaks; that all is well with them: {@link StandardChecksTest}. */
@Tag("slow")
class SigmaChecksTest {
    @Test
    void everyRuleOfVotesIsMissed() {
        assertThat(MutantSuite.run(new Sigma(), Progress.NONE).stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "V1a: sigma-a1-2x1-trust-fences, 10 steps",
                        "V1b: sigma-a1-2x1-trust-fences, 20 steps",
                        "V1c: sigma-a1-goes-back, 18 steps",
                        "V1d: sigma-a1-1+2-unordered, 18 steps",
                        "V2: sigma-a1-2x1-trust-fences, 7 steps",
                        "V3: sigma-a1-goes-back, 17 steps",
                        "V4a: sigma-a1-goes-back, 18 steps",
                        "V4b: sigma-a1-owner-2x1-restart, 7 steps",
                        "R2: sigma-a1-2x1-reset, 15 steps",
                        "R4: sigma-a2-2x1-unordered, 22 steps",
                        "R5: sigma-a2-2x1-reset, 25 steps",
                        "R7: sigma-a1-2x1-trust-fences, 12 steps",
                        "R8: sigma-a2-2x1, 19 steps",
                        "R9: sigma-a1-2x1-reset, 5 steps",
                        "A3: sigma-star-late-yield, 47 steps",
                        "A4: sigma-a2-2x1, 18 steps",
                        "A6: sigma-a1-owner-3x1-order, 13 steps",
                        "S3: sigma-a1-2x1-trust-fences, 12 steps",
                        "S4: sigma-a1-2x1-reset, 14 steps",
                        "S5: sigma-star-late-yield-of-a-past-session, 50 steps",
                        "S7: sigma-a1-2x1-trust-fences, 12 steps",
                        "F1: sigma-a1-2x1-trust-fences, 12 steps",
                        "F2: sigma-a1-2x1-trust-fences, 12 steps");
    }

    @Test
    void everyRuleOfPartialQueuesIsMissed() {
        assertThat(MutantSuite.run(new NonEndToEnd(), Progress.NONE).stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "P1: nonendtoend-way4-a2-2x1, 14 steps",
                        "P2: nonendtoend-way4-a1-2x1-contender-crash, 10 steps",
                        "P3: nonendtoend-way4-a1-2x1, 9 steps",
                        "P4: nonendtoend-way4-a1-2x1-unordered-copy, 16 steps");
    }

    @Test
    void theReplicasAreWhereTheNamesOfTheSystemsSay() {
        assertThat(replicasAt(SigmaChecks.A1_UNORDERED, 1)).isEqualTo(NodeSet.first(1));
        assertThat(replicasAt(SigmaChecks.A2, 1)).isEqualTo(NodeSet.of(NodeId.of(0)));
        assertThat(replicasAt(SigmaChecks.A2, 2)).isEqualTo(NodeSet.of(NodeId.of(1)));
    }

    private static NodeSet replicasAt(Setup setup, int node) {
        return setup.replicasAt(NodeId.of(node), Wish.EXCLUSIVE.lock());
    }
}
