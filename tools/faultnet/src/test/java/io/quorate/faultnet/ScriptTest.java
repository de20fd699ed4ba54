// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ScriptTest {
    @Test
    void bothDirectionsAreTwoSteps() {
        Script script = Script.parse("# storm\n\n2.5s a-b drop=0.3 delay=10ms # comment\n");
        assertThat(script.steps())
                .containsExactly(
                        new Script.Step(Duration.ofMillis(2_500), "a", "b", "drop=0.3 delay=10000000"),
                        new Script.Step(Duration.ofMillis(2_500), "b", "a", "drop=0.3 delay=10000000"));
    }

    @Test
    void anArrowIsOneDirection() {
        assertThat(Script.parse("500us a>b cut=1 rate=20000").steps())
                .containsExactly(new Script.Step(Duration.ofNanos(500_000), "a", "b", "cut=1 rate=20000"));
    }

    @Test
    void mistakesAreNamedWithTheirLine() {
        assertThatThrownBy(() -> Script.parse("0s a-b drop=0.3\n1s a drop=1")).hasMessageContaining("Line 2");
        assertThatThrownBy(() -> Script.parse("0 a-b drop=0.3")).hasMessageContaining("write 500us, 10ms or 2s");
        assertThatThrownBy(() -> Script.parse("0s a-b drop=3")).hasMessageContaining("\"3\" is no value for drop");
        assertThatThrownBy(() -> Script.parse("0s a-b loss=1")).hasMessageContaining("no fault \"loss\"");
        assertThatThrownBy(() -> Script.parse("0s a-b drop")).hasMessageContaining("NAME=VALUE");
    }
}
