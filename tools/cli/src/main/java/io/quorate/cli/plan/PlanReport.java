// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.plan;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.Plan;
import io.quorate.lab.plan.QuorumAnalysis;
import io.quorate.lab.plan.Wishes;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Nearness;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.measure.ZoneLoss;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan: a table of systems, and which to take. For programs loads and probabilities are parts of 1.
 *
 * @param nearness by the name of the system; empty without delays
 */
record PlanReport(Plan plan, Map<String, Nearness> nearness) {
    /** Nobody can tell smaller probabilities from none. */
    private static final double NEVER = 1e-99;

    private static final int NAME_MAX = 18;

    /** Longer lines are hard to read. */
    private static final int WIDTH = 100;

    void addTo(Report out) {
        Wishes wishes = plan.wishes();
        boolean found = plan.advice().system().isPresent();
        out.with("nodes", wishes.voters())
                .with("failures", wishes.failures())
                .with("p", wishes.p())
                .with("zones", wishes.zones().sizes())
                .with(
                        "recommended",
                        plan.advice().system().map(QuorumSystem::name).orElse(null))
                .with("reason", plan.advice().reason())
                .answer(found);
        out.say(Words.count(wishes.voters(), "node") + asked(wishes) + "; each is down with probability " + wishes.p()
                + ".");
        out.gap().table("systems", table()).gap();
        explain(wishes, out);
        out.with("sameAs", plan.sameAs());
        sameFigures().forEach((listed, others) -> {
            String line = "Same figures as " + shortened(listed) + ": " + String.join(", ", others);
            Words.wrapped(line, WIDTH - 2).forEach(part -> out.say("  " + part));
        });
        if (!nearness.isEmpty()) {
            tellNearness(out);
        }
        out.gap();
        Words.wrapped(plan.advice().reason(), WIDTH).forEach(line -> out.verdict(found, line));
    }

    /** H5: production asks the nearest quorum. */
    private void tellNearness(Report out) {
        out.gap();
        out.say("With these delays, if every node takes many locks that nobody else wants:");
        out.gap();
        out.say(new Table<>(nearness.entrySet())
                .column("system", each -> shortened(each.getKey()))
                .column("by name", each -> millis(each.getValue().byName().roundTripNanos()))
                .column("busiest", each -> percent(each.getValue().byName().busiest()))
                .column("nearest", each -> millis(each.getValue().nearest().roundTripNanos()))
                .column("busiest", each -> percent(each.getValue().nearest().busiest())));
        List.of(
                        "by name    how long an acquire takes if each node asks the quorum that the lock's name gives",
                        "nearest    the same with the nearest quorum, as nodes choose it",
                        "busiest    in how many entries the busiest voter is asked")
                .forEach(line -> out.say("  " + out.faint(line)));
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    /** The systems that are not in the table, by the one in it that has the same figures. */
    private Map<String, List<String>> sameFigures() {
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

    private Table<QuorumAnalysis> table() {
        boolean zones = plan.wishes().zones().areKnown();
        return new Table<>(plan.analyses())
                .column("system", "name", each -> each.system().name(), PlanReport::shortened)
                .field("unmet", each -> plan.wishes().unmetBy(each).orElse(null))
                .column(
                        "asks",
                        each -> range(each.sizes().smallest(), each.sizes().largest()))
                .field("smallestQuorum", each -> each.sizes().smallest())
                .field("largestQuorum", each -> each.sizes().largest())
                .field("averageQuorum", each -> each.sizes().average())
                .field("messages", QuorumAnalysis::messages)
                .column("light", each -> decimal(each.messages().light()))
                .column("heavy", each -> decimal(each.messages().heavy()))
                .field(
                        "busiestNode",
                        each -> new Fields()
                                .with("bestAtLeast", each.busiest().best().atLeast())
                                .with("bestAtMost", each.busiest().best().atMost())
                                .with("oneLock", each.busiest().usual())
                                .with("manyLocks", each.busiest().spread()))
                .column("busiest", each -> percent(each.busiest().usual()))
                .column("spread", each -> percent(each.busiest().spread()))
                .column("best", each -> load(each.busiest().best()))
                .field("failuresSurvived", each -> fields(each.resilience()))
                .column("survives", each -> survives(each.resilience()))
                .field("unavailability", each -> fields(each.unavailability()))
                .column("no quorum", each -> probability(each.unavailability()))
                .field("usualQuorumLost", QuorumAnalysis::usualQuorumLost)
                .field("asksEqually", each -> each.symmetry().asksEqually())
                .field("servesEqually", each -> each.symmetry().servesEqually())
                .field("dominated", PlanReport::dominated)
                .field("zoneLoss", each -> each.zoneLoss().orElse(null))
                .field("nearness", each -> nearness.get(each.system().name()))
                .showing(zones)
                .column("zone", each -> each.zoneLoss().map(PlanReport::zone).orElse(""))
                .showing(true)
                .column("but", each -> plan.wishes().unmetBy(each).orElseGet(() -> remark(each)));
    }

    private static Fields fields(Resilience resilience) {
        return new Fields()
                .with("atLeast", resilience.atLeast())
                .with("atMost", resilience.atMost())
                .with("fatalSetsOfOneMore", resilience.fatalSets() < 0 ? null : resilience.fatalSets());
    }

    private static Fields fields(Unavailability unavailability) {
        return new Fields()
                .with("probability", unavailability.probability())
                .with("standardError", unavailability.standardError())
                .with("atMost", unavailability.atMost())
                .with("exact", unavailability.isExact());
    }

    private static @Nullable Boolean dominated(QuorumAnalysis each) {
        return each.dominance() == Dominance.NOT_KNOWN ? null : each.dominance() == Dominance.DOMINATED;
    }

    private static void explain(Wishes wishes, Report out) {
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
        lines.forEach(line -> out.say("  " + out.faint(line)));
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
