// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;

/** A shortened run as a scenario: a file for people, that can be played. */
public final class ShortScenario {
    private ShortScenario() {}

    /** The text of the file. */
    public static String of(Shortening.Result result, String madeBy) {
        Trace trace = result.trace();
        String head = "# Broken: " + oneLine(result.sentence()) + ".\n# Shortened from " + result.stepsBefore() + " to "
                + result.steps() + " steps, of: " + oneLine(madeBy) + "\n";
        StringBuilder script = new StringBuilder(head).append(trace.setup()).append('\n');
        for (Choice choice : trace.choices()) {
            script.append('\n').append(choice).append("\n----\n");
        }
        try {
            script.append(expectations(trace));
            return ScenarioRunner.play(Scenario.parse(script.toString())).text();
        } catch (IllegalStateException broken) {
            // A protocol that is for use must not do this: as a scenario it is an error, until it is fixed.
            return script.toString();
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /** The faults that remain when everything is over. */
    private static String expectations(Trace trace) {
        StringBuilder text = new StringBuilder();
        Cluster cluster = trace.replay(ClusterObserver.NONE);
        for (int index = 0; index < cluster.size(); index++) {
            if (!cluster.node(index).holding().isEmpty()) {
                return ""; // it was broken before that
            }
            if (!cluster.node(index).waiting().isEmpty()) {
                text.append("expect ").append(cluster.node(index).self()).append(" waiting\n");
            }
        }
        String remains = text.isEmpty() ? "expect something remains\n" : text.toString();
        return "\n# Nothing happens any more.\nexpect nobody holds\n" + remains;
    }
}
