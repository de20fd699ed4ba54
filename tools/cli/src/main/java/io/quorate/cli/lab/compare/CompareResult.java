// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.compare;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.KnownCost;
import io.quorate.lab.compare.Comparison;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result of a comparison. Times are in message times. */
record CompareResult(
        Comparison comparison,
        List<Outcome> outcomes,
        List<Sweep> sweeps,
        List<String> files,
        String replay,
        double seconds) {
    void addTo(Report out) {
        List<Outcome.Measured> measured = of(outcomes, Outcome.Measured.class);
        List<Outcome.Impossible> impossible = of(outcomes, Outcome.Impossible.class);
        out.with("nodes", comparison.nodes())
                .with("load", comparison.pressure().name())
                .with("hold", comparison.hold())
                .with("delay", comparison.delay())
                .with("seed", comparison.seed())
                .with("protocols", table(measured))
                .with("impossible", refused(impossible))
                .with("overNodes", sweeps.isEmpty() ? List.of() : places(sweeps.get(0)))
                .with("overLoad", sweeps.isEmpty() ? List.of() : places(sweeps.get(1)))
                .with("files", files)
                .with("replay", replay);
        out.say(Words.count(comparison.nodes(), "node") + ", load " + comparison.pressure() + ": "
                + comparison.pressure().sentence() + ".");
        out.say("T is the time of a message (" + comparison.delay() + "); a hold takes "
                + Words.number(comparison.hold()) + " T. Seed " + comparison.seed() + ", in " + Words.decimal(seconds)
                + " s.");
        out.gap();
        if (!measured.isEmpty()) {
            out.say(table(measured));
            explanations(measured).forEach(line -> out.say("  " + line));
        }
        if (!impossible.isEmpty()) {
            out.gap().say("  Not measured:");
            impossible.forEach(each -> out.say("    " + each.protocol().fullName() + ": " + each.reason()));
        }
        files.forEach(file -> out.say("  plotted: " + file));
        out.gap().say("  The same again: " + replay);
    }

    private static <T extends Outcome> List<T> of(List<Outcome> outcomes, Class<T> kind) {
        return outcomes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static Object places(Sweep sweep) {
        return Fields.list(IntStream.range(0, sweep.places().size()).boxed().toList(), place -> {
            List<Outcome> here = sweep.outcomes().get(place);
            return new Fields()
                    .with("at", sweep.places().get(place))
                    .with("protocols", table(of(here, Outcome.Measured.class)))
                    .with("impossible", refused(of(here, Outcome.Impossible.class)));
        });
    }

    private static Object refused(List<Outcome.Impossible> impossible) {
        return Fields.list(
                impossible,
                each -> new Fields()
                        .with("protocol", each.protocol().fullName())
                        .with("reason", each.reason()));
    }

    private List<String> explanations(List<Outcome.Measured> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("messages: sent for each entry.  delay: from asking to entering.");
        lines.add("busiest: sent and received by the busiest node, for each entry of anybody.");
        if (isContended(rows)) {
            lines.add(
                    "hand-over: the synchronisation delay, from a release to the next entry if another node waited by then,"
                            + " on average and at most.");
            lines.add("overtaken: how often a claim was, by others that came later, on average and at most.");
        }
        if (comparison.pressure().isPoisson()) {
            lines.add("Claims that wait at one node share its request, so an entry may cost less than in theory.");
        }
        lines.add("Every run was audited: no two held at once, and everybody was served.");
        return lines;
    }

    /** The lock is handed over, and somebody overtaken, only where nodes contend. */
    private static boolean isContended(List<Outcome.Measured> rows) {
        return rows.stream().anyMatch(CompareResult::isHandedOver);
    }

    private static boolean isHandedOver(Outcome.Measured row) {
        return row.synchronisationDelay().isPresent();
    }

    private static Table<Outcome.Measured> table(List<Outcome.Measured> rows) {
        return new Table<>(rows)
                .column("protocol", "protocol", row -> row.protocol().fullName())
                .column(
                        "quorums",
                        "quorums",
                        row -> row.report().simulation().setup().quorums().name())
                .field("entries", row -> row.report().claims().entries())
                .column("messages", "messages", Outcome.Measured::messages)
                .column("by theory", "messagesByTheory", row -> orNull(KnownCost.messages(row)))
                .column("delay", "delay", Outcome.Measured::delay, CompareResult::inTimes)
                .field("busiestNode", row -> row.report().traffic().busiest().toString())
                .column("busiest", "busiestMessages", Outcome.Measured::busiest)
                .showing(isContended(rows))
                .column("hand-over", "synchronisationDelay", CompareResult::handOver, CompareResult::inTimes)
                .column(
                        "at most",
                        "longestSynchronisationDelay",
                        row -> isHandedOver(row) ? row.longestSynchronisationDelay() : null,
                        CompareResult::inTimes)
                .column("by theory", "synchronisationByTheory", row -> orNull(KnownCost.synchronisation(row)))
                .column("overtaken", "overtakings", Outcome.Measured::overtakings)
                .column("at most", "worstOvertaken", Outcome.Measured::worstOvertaken)
                .field(
                        "traceHash",
                        row -> String.format(Locale.ROOT, "%016x", row.report().traceHash()))
                .field("replay", row -> row.report().simulation().replayCommand());
    }

    private static @Nullable Double handOver(Outcome.Measured row) {
        return isHandedOver(row) ? row.synchronisationDelay().getAsDouble() : null;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String inTimes(@Nullable Double value) {
        return value == null ? "" : Words.decimal(value) + " T";
    }
}
