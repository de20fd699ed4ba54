// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.trace.svg.SvgDrawing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The pictures of scenarios in the documentation show what the scenarios are now; with -Dpictures=rewrite they are drawn anew (then
 * look at them).
 */
class ScenarioPicturesTest {
    private static final Map<String, String> SCENARIOS = new TreeMap<>(Map.ofEntries(
            Map.entry("a-lease-runs-out", "quorumlock/a-lease-runs-out"),
            Map.entry("an-older-request-goes-first", "quorumlock/an-older-request-goes-first"),
            Map.entry("a-voter-starts-again", "quorumlock/a-voter-starts-again"),
            Map.entry("cyclic-a-hop-waits", "cyclic/a-hop-waits-at-a-locked-member"),
            Map.entry("lamport-two-contend", "lamport/two-contend"),
            Map.entry("maekawa-section-5", "maekawa/section-5-circular-locking"),
            Map.entry("naimi-trehel-a-waiting-line", "naimi-trehel/a-waiting-line"),
            Map.entry("nonendtoend-partial-queues", "nonendtoend/partial-queues"),
            Map.entry("quorumlock-alone", "quorumlock/alone"),
            Map.entry("raymond-neighbours-first", "raymond/neighbours-first"),
            Map.entry("ricart-agrawala-appendix", "ricart-agrawala/appendix-passed-five-times"),
            Map.entry("ricart-agrawala-early-reply", "ricart-agrawala/ring-notes-early-reply"),
            Map.entry("ricart-agrawala-figures-a-to-j", "ricart-agrawala/figures-a-to-j"),
            Map.entry("ricart-agrawala-practice", "ricart-agrawala/practice-failure"),
            Map.entry("sigma-the-younger-yields", "sigma/the-younger-yields"),
            Map.entry("suzuki-kasami-the-queue-travels", "suzuki-kasami/the-queue-travels"),
            Map.entry("thiare-fall-deadlock", "thiare-fall/as-printed-giving-a-lock-back-is-no-failure"),
            Map.entry("tree-inquire-overtakes-reply", "tree/inquire-overtakes-reply-as-printed")));

    @TestFactory
    Stream<DynamicTest> everyPictureIsAsItsScenario() {
        return SCENARIOS.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> compare(entry.getKey(), entry.getValue())));
    }

    private static void compare(String picture, String scenario) throws IOException {
        Path file = Path.of("../../docs/images/" + picture + ".svg");
        String text = Files.readString(Path.of("../../scenarios/" + scenario + ".scn"));
        String drawn = SvgDrawing.draw(ScenarioRunner.play(Scenario.parse(text)).diagram());
        if (System.getProperty("pictures", "").equals("rewrite")) {
            Files.writeString(file, drawn);
        } else {
            assertThat(Files.readString(file))
                    .as("if the new picture is right, run with -Dpictures=rewrite")
                    .isEqualTo(drawn);
        }
    }
}
