// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.floor.Figures.Round;
import io.quorate.cli.bench.floor.Figures.Situation;
import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.console.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The tables for people. */
final class FloorReport {
    private static final double MICROS_PER_MILLI = 1_000;

    private final Figures figures;

    FloorReport(Figures figures) {
        this.figures = figures;
    }

    /** All contestants of one kind under all loads, on loopback. */
    String speed(List<Contestant> contestants, List<Workload> workloads) {
        TextTable table = new TextTable(
                "load",
                "",
                "turn p50 us",
                "a second",
                "CPU us a turn",
                "x floor: p50",
                "x floor: a second",
                "x floor: CPU");
        Contestant floor = contestants.get(0);
        for (Workload workload : workloads) {
            ToDoubleFunction<Round> work =
                    workload == Workload.CONTENDED ? Round::handOffsPerSecond : Round::turnsPerSecond;
            for (Contestant contestant : contestants) {
                Situation key = new Situation(contestant.title(), workload, 0);
                table.row(
                        contestant.isFloor() ? name(workload) : "",
                        contestant.title(),
                        decimal(figures.median(key, Round::turnP50Micros)),
                        Math.round(figures.median(key, work)),
                        decimal(figures.median(key, Round::cpuMicros)),
                        ratio(key, floor, Round::turnP50Micros),
                        ratio(key, floor, work),
                        ratio(key, floor, Round::cpuMicros));
            }
        }
        return table.toString();
    }

    private static String name(Workload workload) {
        return switch (workload) {
            case FRESH_NAMES -> "one thread, new names";
            case SAME_NAME -> "one thread, same name";
            case CONTENDED -> "3 clients, one lock (hand-offs)";
            case MANY -> "3 clients x 16 threads";
            case WIDE -> "1 client x 48 threads";
        };
    }

    private String ratio(Situation key, Contestant floor, ToDoubleFunction<Round> figure) {
        if (key.contestant().equals(floor.title())) {
            return "1";
        }
        Spread spread = figures.ratio(key, floor, figure);
        return String.format(
                Locale.ROOT, "%.2f (%.2f to %.2f)", spread.median(), spread.lowerQuartile(), spread.upperQuartile());
    }

    /** Acquires and hand-offs at each distance. */
    String distances(List<Contestant> contestants, List<Long> delays) {
        TextTable table = new TextTable(
                "one way ms",
                "",
                "acquire p50 ms",
                "x round trip",
                "x floor",
                "hand-offs a second",
                "x floor: hand-offs",
                "turns a second, one lock");
        Contestant floor = contestants.get(0);
        for (long delay : delays) {
            for (Contestant contestant : contestants) {
                Situation alone = new Situation(contestant.title(), Workload.FRESH_NAMES, delay);
                Situation contended = new Situation(contestant.title(), Workload.CONTENDED, delay);
                double millis = figures.median(alone, Round::acquireP50Micros) / MICROS_PER_MILLI;
                table.row(
                        contestant.isFloor() ? String.valueOf(delay) : "",
                        contestant.title(),
                        String.format(Locale.ROOT, "%.3f", millis),
                        delay == 0 ? "" : String.format(Locale.ROOT, "%.3f", millis / (2.0 * delay)),
                        ratio(alone, floor, Round::acquireP50Micros),
                        decimal(figures.median(contended, Round::handOffsPerSecond)),
                        ratio(contended, floor, Round::handOffsPerSecond),
                        decimal(figures.median(contended, Round::turnsPerSecond)));
            }
        }
        return table.toString();
    }

    static String guests(List<GuestRun.Result> results) {
        TextTable table = new TextTable(
                "", "guests", "joined in s", "threads", "resident MB", "descriptors", "acquire p50 us", "x floor");
        for (GuestRun.Result each : results) {
            table.row(
                    each.contestant(),
                    each.guests(),
                    decimal(each.joinSeconds()),
                    each.without().threads() + " -> " + each.with().threads(),
                    each.without().residentKilobytes() / 1_024 + " -> "
                            + each.with().residentKilobytes() / 1_024,
                    each.without().descriptors() + " -> " + each.with().descriptors(),
                    decimal(each.acquireP50Micros()),
                    String.format(Locale.ROOT, "%.2f", each.ratioToFloor()));
        }
        return table.toString();
    }

    static String systemCalls(List<SystemCalls.Counts> counts) {
        TextTable table = new TextTable("load", "", "turns", "futex", "read", "write", "poll", "all");
        for (SystemCalls.Counts each : counts) {
            table.row(
                    each.workload(),
                    each.contestant(),
                    each.turns(),
                    decimal(each.of("futex")),
                    decimal(each.of("read")),
                    decimal(each.of("write")),
                    decimal(each.of("poll")),
                    decimal(each.all()));
        }
        return table.toString();
    }

    /** How much of the machine others used, and how often an acquire failed: how far a figure can be trusted. */
    String disturbance() {
        Spread others = Spread.of(
                figures.rounds().stream().mapToDouble(Round::partOfOthers).toArray());
        long failures = figures.rounds().stream().mapToLong(Round::failures).sum();
        return String.format(
                Locale.ROOT,
                "Other work used %.0f %% of the processors (quartiles %.0f and %.0f %%). %d acquires failed.",
                100 * others.median(),
                100 * others.lowerQuartile(),
                100 * others.upperQuartile(),
                failures);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
