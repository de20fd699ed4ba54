package io.quorate.cli.node;

import io.quorate.api.LocksConfig;
import io.quorate.cli.console.Words;
import io.quorate.node.ClusterNode;
import io.quorate.node.turn.NodeCounters;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Says what a node is about, line by line, each with its time. */
abstract class StatusLog {
    static final Duration LOOK_EVERY = Duration.ofMillis(100);

    /** Not what a LocalTime prints by itself: that leaves out the seconds of a full minute. */
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final PrintWriter out;

    StatusLog(PrintWriter out) {
        this.out = out;
    }

    final void say(String text) {
        out.println(LocalTime.now(ZoneId.systemDefault()).format(CLOCK) + "  " + text);
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

    /** Whether locks could be had at any time. */
    abstract boolean wasQuorate();

    /** Why they cannot. */
    abstract String whatIsMissing(ClusterNode node);

    final void closed(NodeCounters counters) {
        say("stopped after " + Words.count(counters.turns(), "turn") + "; " + Words.count(counters.granted(), "lock")
                + " taken here, " + counters.lost() + " lost");
    }
}
