// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.world.setup.Setup;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.svg.SvgDrawing;
import java.util.List;

/**
 * A scenario of the project that tells what a paper tells, played. All its expectations were met, or it could not have been played to the
 * end.
 *
 * @param transcript what happened, line by line
 */
public record PlayedScenario(String name, Setup setup, List<String> transcript, SpaceTime diagram) {
    public static PlayedScenario of(String name) {
        Scenario scenario = Scenario.named(name);
        ScenarioRunner.Outcome outcome = ScenarioRunner.play(scenario);
        List<String> lines =
                outcome.text().lines().map(line -> line.replaceAll(" +", " ")).toList();
        return new PlayedScenario(name, scenario.setup(), lines, outcome.diagram());
    }

    /** The nodes in the order in which they enter. */
    public List<String> entries() {
        return diagram.spans().stream()
                .filter(span -> span.activity() == Activity.HOLDING || span.activity() == Activity.HOLDING_SHARED)
                .map(span -> diagram.nodes().get(span.node()))
                .toList();
    }

    /** Whether this was said: as in {@code n1 -> n11 Failed}, for messages and whatever is told of a node. */
    public boolean tells(String words) {
        return transcript.stream().anyMatch(line -> line.startsWith(words));
    }

    /** How many of these were said, one after the other: all of them, or up to the first that was not. */
    public int tellsInOrder(List<String> lines) {
        int told = 0;
        for (String line : transcript) {
            told += told < lines.size() && line.startsWith(lines.get(told)) ? 1 : 0;
        }
        return told;
    }

    /** Whether it ends with two inside who exclude each other. */
    public boolean isBroken() {
        return tells("BROKEN: two hold the lock");
    }

    /** The nodes that enter, and whether it ends with two inside. */
    public String text() {
        return String.join(", ", entries()) + (isBroken() ? "; two are inside" : "");
    }

    /** How many messages nodes sent to each other. */
    public int messages() {
        return diagram.messages().size();
    }

    public String drawing() {
        return SvgDrawing.draw(diagram);
    }

    /** The same under a title. */
    public String drawing(String title) {
        return SvgDrawing.draw(diagram.until(SpaceTime.NEVER, title));
    }
}
