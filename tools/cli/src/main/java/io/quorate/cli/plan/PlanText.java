// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.plan;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.lab.plan.Plan;
import io.quorate.lab.plan.QuorumAnalysis;
import io.quorate.lab.plan.Wishes;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Nearness;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.measure.ZoneLoss;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A plan for people. */
final class PlanText {
    /** Nobody can tell smaller probabilities from none. */
    private static final double NEVER = 1e-99;

    private static final int NAME_MAX = 18;

    /** Longer lines are hard to read. */
    private static final int WIDTH = 100;

    private final Console console;

    PlanText(Console console) {
        this.console = console;
    }

    void print(Plan plan, Map<String, Nearness> nearness) {
        PrintWriter out = console.out();
        Wishes wishes = plan.wishes();
        out.println(Words.count(wishes.voters(), "node") + asked(wishes) + "; each is down with probability "
                + wishes.p() + ".");
        out.println();
        out.println(table(plan));
        explain(wishes);
        sameFigures(plan).forEach((listed, others) -> {
            String line = "Same figures as " + shortened(listed) + ": " + String.join(", ", others);
            Words.wrapped(line, WIDTH - 2).forEach(part -> out.println("  " + part));
        });
        if (!nearness.isEmpty()) {
            printNearness(nearness);
        }
        out.println();
        boolean found = plan.advice().system().isPresent();
        Words.wrapped(plan.advice().reason(), WIDTH)
                .forEach(line -> out.println(found ? console.green(line) : console.red(line)));
    }

    /** H5: production asks the nearest quorum. */
    private void printNearness(Map<String, Nearness> nearness) {
        PrintWriter out = console.out();
        TextTable table = new TextTable("system", "by name", "busiest", "nearest", "busiest");
        nearness.forEach((name, each) -> table.row(
                shortened(name),
                millis(each.byName().roundTripNanos()),
                percent(each.byName().busiest()),
                millis(each.nearest().roundTripNanos()),
                percent(each.nearest().busiest())));
        out.println();
        out.println("With these delays, if every node takes many locks that nobody else wants:");
        out.println();
        out.println(table);
        List.of(
                        "by name    how long an acquire takes if each node asks the quorum that the lock's name gives",
                        "nearest    the same with the nearest quorum, as nodes choose it",
                        "busiest    in how many entries the busiest voter is asked")
                .forEach(line -> out.println("  " + console.faint(line)));
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    /** The systems that are not in the table, by the one in it that has the same figures. */
    private static Map<String, List<String>> sameFigures(Plan plan) {
        Map<String, List<String>> others = new LinkedHashMap<>();
        plan.sameAs()
                .forEach((name, listed) -> others.computeIfAbsent(listed, each -> new ArrayList<>())
                        .add(shortened(name)));
        return others;
    }

    private static String asked(Wishes wishes) {
        String zones = wishes.zones().areKnown()
                ? "the loss of any of the zones " + wishes.zones().text()
                : "";
        String failures = wishes.failures() > 0 ? "any " + Words.count(wishes.failures(), "failure") : "";
        String both = failures + (failures.isEmpty() || zones.isEmpty() ? "" : " and ") + zones;
        return both.isEmpty() ? "" : " that must survive " + both;
    }

    private static TextTable table(Plan plan) {
        boolean zones = plan.wishes().zones().areKnown();
        List<String> header = new ArrayList<>(
                List.of("system", "asks", "light", "heavy", "busiest", "spread", "best", "survives", "no quorum"));
        if (zones) {
            header.add("zone");
        }
        header.add("but");
        TextTable table = new TextTable(header.toArray(String[]::new));
        for (QuorumAnalysis each : plan.analyses()) {
            List<Object> row = new ArrayList<>(List.of(
                    shortened(each.system().name()),
                    range(each.sizes().smallest(), each.sizes().largest()),
                    decimal(each.messages().light()),
                    decimal(each.messages().heavy()),
                    percent(each.busiest().usual()),
                    percent(each.busiest().spread()),
                    load(each.busiest().best()),
                    survives(each.resilience()),
                    probability(each.unavailability())));
            if (zones) {
                row.add(each.zoneLoss().map(PlanText::zone).orElse(""));
            }
            row.add(plan.wishes().unmetBy(each).orElseGet(() -> remark(each)));
            table.row(row.toArray());
        }
        return table;
    }

    private void explain(Wishes wishes) {
        PrintWriter out = console.out();
        List<String> lines = new ArrayList<>(List.of(
                "asks       how many nodes, itself included, a node asks for a lock",
                "light      messages for each entry when nobody else wants the lock; heavy: when many do",
                "busiest    in how many entries of one lock its busiest node is asked",
                "spread     the same over many locks, where each numbers the nodes in its own way",
                "best       the same with the cleverest choice of quorums",
                "survives   failures that are always survived, whichever nodes they hit",
                "no quorum  how likely it is that too many are down (~ estimated, < none seen: at most this)",
                "but        dominated: another system, perhaps none of these, survives all that it does, and more"));
        if (wishes.zones().areKnown()) {
            lines.add("zone       whether any one zone may be lost; or for which part of the locks that is so");
        }
        lines.forEach(line -> out.println("  " + console.faint(line)));
    }

    /** Some names list a number for each voter. */
    private static String shortened(String name) {
        return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX - 3) + "...";
    }

    private static String range(int from, int to) {
        return from == to ? String.valueOf(from) : from + "-" + to;
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, number >= 100 ? "%.0f" : "%.1f", number)
                .replaceFirst("\\.0$", "");
    }

    private static String percent(double part) {
        return digits(100 * part) + "%";
    }

    private static String digits(double percent) {
        return String.format(Locale.ROOT, percent >= 9.95 ? "%.0f" : percent >= 0.995 ? "%.1f" : "%.2f", percent);
    }

    private static String load(Load load) {
        String from = digits(100 * load.atLeast());
        String to = digits(100 * load.atMost());
        return from.equals(to) ? to + "%" : from + "-" + to + "%";
    }

    private static String survives(Resilience resilience) {
        return resilience.isExact() ? String.valueOf(resilience.atLeast()) : resilience.atLeast() + "+";
    }

    private static String probability(Unavailability unavailability) {
        if (unavailability.atMost() < NEVER) {
            return "<1e-99";
        }
        if (!unavailability.isUsable()) {
            return "<" + scientific(unavailability.atMost());
        }
        return (unavailability.isExact() ? "" : "~") + scientific(unavailability.probability());
    }

    /** As in {@code 1.3e-7}. */
    private static String scientific(double number) {
        return String.format(Locale.ROOT, "%.1e", number).replaceFirst("e([+-])0(\\d)$", "e$1$2");
    }

    private static String zone(ZoneLoss loss) {
        if (loss.isSurvived()) {
            return "yes";
        }
        return loss.survivedBy() == 0 && loss.isExact()
                ? "no"
                : (loss.isExact() ? "" : "~") + Math.round(100 * loss.survivedBy()) + "%";
    }

    private static String remark(QuorumAnalysis each) {
        return each.dominance() == Dominance.DOMINATED ? "dominated" : "";
    }
}
