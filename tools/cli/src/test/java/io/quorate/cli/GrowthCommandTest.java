// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthCommandTest {
    @Test
    void costsStandBesideTheirFormulas() {
        CommandRun run = CommandRun.of("growth", "--nodes", "60", "--quorum-nodes", "3,7");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("log16 N")
                .contains("60  sigma")
                .contains("60  nonendtoend")
                .contains("bytes a node")
                .containsPattern("7 +maekawa +plane +6\\.00 +3\\(K-1\\) = 6")
                .endsWith("Every run was audited: no two held at once, and fences rose.\n");
    }
}
