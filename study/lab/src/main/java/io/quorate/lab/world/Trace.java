// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import java.util.stream.Collectors;

/** A run: what the cluster is made of, and the choices. As text, the setup is the first line; {@code #} begins a comment. */
public record Trace(Setup setup, List<Choice> choices) {
    public Trace {
        choices = List.copyOf(choices);
    }

    /** Runs it from the beginning. */
    public Cluster replay(ClusterObserver observer) {
        Cluster cluster = Cluster.of(setup, observer);
        for (Choice choice : choices) {
            cluster.apply(choice);
        }
        return cluster;
    }

    public String toText() {
        return setup + choices.stream().map(choice -> "\n" + choice).collect(Collectors.joining()) + "\n";
    }

    /** The run as a scenario: each choice, and below it what it led to. */
    public String toScenario(String comment) {
        StringBuilder text = new StringBuilder("# " + comment + "\n" + setup + "\n");
        Transcript transcript = new Transcript();
        Cluster cluster = Cluster.of(setup, transcript);
        for (Choice choice : choices) {
            cluster.apply(choice);
            text.append('\n').append(choice).append("\n----\n").append(transcript.take());
        }
        return text.toString();
    }

    /** Reads the text form. */
    public static Trace parse(String text) {
        List<String> lines = text.lines()
                .map(line -> line.replaceFirst("(^|\\s)#( .*)?$", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("a trace begins with its setup, as in: nodes 3  protocol quorumlock");
        }
        return new Trace(
                Setup.parse(lines.get(0)),
                lines.stream().skip(1).map(Choice::parse).toList());
    }
}
