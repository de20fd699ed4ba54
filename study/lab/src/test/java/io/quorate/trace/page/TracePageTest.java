// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.draw.SampleDiagrams;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.svg.Svg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is in the page; that it works in a browser is tested where there is one. */
class TracePageTest {
    private static SpaceTime scenario(String name) throws IOException {
        return ScenarioRunner.play(Scenario.parse(Files.readString(Path.of("../../scenarios/" + name))))
                .diagram();
    }

    @Test
    void everyMomentSaysWhatHappensThen() throws IOException {
        String page = TracePage.of(scenario("quorumlock/an-older-request-goes-first.scn"), "A run", "About it.");
        assertThat(page)
                .contains("<h1>A run</h1>", "<p id=\"about\">About it.</p>")
                .contains("""
                        <li data-at="4" data-y="92">
                        <p>n3 ← n1  Request 1.n1</p>
                        <p>n3 → n2  Inquire 1.n2 #1 yield</p>
                        <p>n3 → n1  Queued 1.n1</p>
                        </li>
                        """);
    }

    @Test
    void theStatesAreThoseThatTheNodesTellOfThemselves() throws IOException {
        SpaceTime diagram = scenario("maekawa/section-5-circular-locking.scn");
        String page = TracePage.of(diagram, "A run", "");
        assertThat(diagram.states()).hasSizeGreaterThan(20);
        for (SpaceTime.State state : diagram.states()) {
            assertThat(page).contains(">" + Svg.escaped(state.text()) + "</li>");
        }
    }

    @Test
    void arrowsKnowTheirRequestsAndTheirMoments() {
        assertThat(TracePage.of(SampleDiagrams.twoContend(), "A run", ""))
                .contains("<option value=\"1.n1\"></option>")
                .contains(
                        "data-m=\"0\" data-from=\"0\" data-to=\"1\" data-sent=\"0\" data-kind=\"Request\" data-stamps=\"1.n1\"")
                .contains("data-sent=\"4\" data-got=\"5\" data-kind=\"Grant\" data-stamps=\"1.n1\"")
                .contains("data-span=\"HOLDING\" data-node=\"0\" data-from=\"5\" data-to=\"7\" data-stamps=\"1.n1\"");
    }

    @Test
    void thePageNeedsNothingFromElsewhere() {
        String page = TracePage.of(SampleDiagrams.crowded(13, 200), "A run", "");
        assertThat(page.replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http:", "https:", "src=", "href=", "@import", "fetch(", "import(");
    }

    @Test
    void textsCannotBreakOutOfThePage() {
        String nasty = "</script><script>alert(1)</script> \" ' & <b>";
        SpaceTime diagram = SpaceTime.of(nasty, Scale.STEPS, List.of(nasty, "n2"))
                .message(new Message(0, 1, 1, 2, nasty, nasty))
                .state(new SpaceTime.State(0, 1, nasty))
                .build();
        String page = TracePage.of(diagram, nasty, nasty);
        assertThat(page).doesNotContain("<script>alert", "<b>").containsOnlyOnce("</script>");
    }

    @Test
    void aRunInWhichNothingHappensIsAPageToo() {
        SpaceTime empty = SpaceTime.of("", Scale.STEPS, List.of("n1")).build();
        assertThat(TracePage.of(empty, "Nothing", "")).contains("<ol id=\"moments\" data-unit=\"step\" hidden>");
    }
}
