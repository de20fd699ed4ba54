// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import io.quorate.api.LocksConfig;
import io.quorate.api.text.Printable;
import io.quorate.cli.console.JsonLog;
import io.quorate.cli.console.LogLine;
import io.quorate.cli.console.Words;
import io.quorate.node.ClusterNode;
import io.quorate.node.turn.NodeCounters;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Says what a node is about, line by line, each with its time. */
abstract class StatusLog {
    static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private static final String WARNING = "WARNING: ";

    private final Consumer<String> out;

    StatusLog(Consumer<String> out) {
        this.out = out;
    }

    /** Lines of text. */
    static Consumer<String> text(PrintWriter out) {
        return text -> out.println(LogLine.time(Instant.now()) + "  " + Printable.of(text));
    }

    /** Lines of JSON, among those of the log. */
    static Consumer<String> json(JsonLog log) {
        return text -> {
            boolean isWarning = text.startsWith(WARNING);
            String words = isWarning ? text.substring(WARNING.length()) : text;
            log.say(isWarning ? "WARNING" : "INFO", StatusLog.class.getName(), words);
        };
    }

    final void say(String text) {
        out.accept(text);
    }

    /** Starts the node, without waiting for others. */
    ClusterNode open(LocksConfig config, boolean unsafe) {
        return unsafe
                ? ClusterNode.openUnsafe(config, UnaryOperator.identity())
                : ClusterNode.open(config, UnaryOperator.identity());
    }

    /** The node has started. */
    abstract void opened(ClusterNode node);

    /** Looks how things are now, and tells what has changed. */
    abstract void look(ClusterNode node);

    /** Whether locks were available at any time. */
    abstract boolean wasQuorate();

    /** Why they cannot. */
    abstract String whatIsMissing(ClusterNode node);

    final void closed(NodeCounters counters) {
        say("stopped after " + Words.count(counters.turns(), "turn") + "; " + Words.count(counters.granted(), "lock")
                + " taken here, " + counters.lost() + " lost");
    }
}
