// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What its page says to type. */
class ThiareFallCommandsTest {
    @Test
    void asPrintedTheCheckFailsAndPrintsTheShortestDeadlock() {
        CommandRun run =
                CommandRun.of("check", "thiare-fall", "--rules", "as-printed", "--nodes", "4", "--contenders", "4");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("NO       always     in a quiet state somebody waits only if somebody holds")
                .contains("A shortest run that shows it, 14 steps", "rules as-printed");
    }

    @Test
    void correctedItIsVerified() {
        CommandRun run = CommandRun.of("check", "thiare-fall", "--nodes", "4", "--contenders", "4");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("19,315 states", "Verified");
    }
}
