// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.keep.CodeDigest;
import io.quorate.reproduce.Coverage;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Items;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate reproduce}. */
@Command(
        name = "reproduce",
        description = {
            "Runs the experiments behind every table, figure, example and bound of the five papers, and writes a report:"
                    + " what the paper says, what comes out here, and a verdict on each.",
            "An interruption loses only the item in progress: the same command continues from there. Results of"
                    + " another build of the program are measured again.",
            "It ends with 1 if a verdict does not hold: something is neither as in the paper, nor different for a known"
                    + " reason.",
        },
        footer = {
            "  quorate reproduce --quick            everything, small: about a minute",
            "  quorate reproduce                    everything: under half an hour",
            "  quorate reproduce maekawa            one paper",
            "  quorate reproduce dht-figure-3       one item",
            "  quorate reproduce --list             what there is",
            "  quorate reproduce --quick --coverage the table of everything the papers state",
        })
public final class ReproduceCommand extends ReportCommand {
    private final String version;
    private final Supplier<List<Item>> items;

    @Parameters(
            paramLabel = "PAPER|ITEM",
            arity = "0..*",
            description =
                    "The papers (maekawa, ricart-agrawala, thiare-fall, dht, tree) or items to measure; else all.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--quick", description = "Smaller sizes and fewer runs; the same verdicts.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "Where the report and what was found go (default: quorate-report):",
                "report.html, or report-quick.html; and a file for each item, from which it goes on."
            })
    private Path out = Path.of("quorate-report");

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Number of items to measure at once (default: as many as there are processors).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--again", description = "Measure also what is there from before.")
    private boolean again;

    @Option(names = "--list", description = "Measure nothing; say what could be measured.")
    private boolean list;

    @Option(
            names = "--coverage",
            description = {
                "In place of the verdicts, print a table in Markdown of everything that the papers state: where it is in the code,",
                "and how it is checked, simulated, run and measured. It is docs/study/coverage.md."
            })
    private boolean coverage;

    /**
     * The command.
     *
     * @param version of the program, for the report
     */
    public ReproduceCommand(Console console, String version) {
        this(console, version, Items::all);
    }

    ReproduceCommand(Console console, String version, Supplier<List<Item>> items) {
        super(console);
        this.version = version;
        this.items = items;
    }

    @Override
    protected void run(Report printed) throws IOException, InterruptedException {
        List<Item> all = items.get();
        List<Item> wanted = wanted(all);
        if (list) {
            ReproduceReport.list(wanted, printed);
            return;
        }
        Scale scale = quick ? Scale.QUICK : Scale.FULL;
        FindingFiles files = new FindingFiles(out, scale, CodeDigest.ofThisProgram());
        List<Outcome> outcomes = new Reproduction(files, jobs, again, console).run(wanted);
        Path report = writeReport(files, all, outcomes);
        if (output.debug()) {
            outcomes.stream()
                    .map(Outcome::failure)
                    .flatMap(failure -> Optional.ofNullable(failure).stream())
                    .forEach(failure -> failure.printStackTrace(console.err()));
        }
        if (coverage) {
            String table = Coverage.markdown(verdicts(outcomes));
            printed.with("coverage", table).print(table);
        } else {
            new ReproduceReport(printed, outcomes).print(scale, files.code(), report);
        }
        printed.answer(Tally.of(outcomes).holds());
    }

    private static Map<String, Set<Verdict>> verdicts(List<Outcome> outcomes) {
        Map<String, Set<Verdict>> verdicts = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            Set<Verdict> said = verdicts.computeIfAbsent(outcome.item().name(), name -> new LinkedHashSet<>());
            Measured measured = outcome.measured();
            if (measured != null) {
                measured.finding().comparisons().forEach(comparison -> said.add(comparison.verdict()));
            }
        }
        return verdicts;
    }

    /** In the order of the report, and each only once, however they were asked for. */
    private List<Item> wanted(List<Item> all) {
        if (words.isEmpty()) {
            return all;
        }
        Set<Item> wanted = new LinkedHashSet<>();
        words.forEach(word -> wanted.addAll(Items.named(word, all)));
        return all.stream().filter(wanted::contains).toList();
    }

    /** All items are in the report: those of this run, those from before, and those that are still missing. */
    private Path writeReport(FindingFiles files, List<Item> all, List<Outcome> outcomes) throws IOException {
        Map<String, Outcome> byName = new LinkedHashMap<>();
        outcomes.forEach(outcome -> byName.put(outcome.item().name(), outcome));
        List<Outcome> shown = new ArrayList<>();
        for (Item item : all) {
            Outcome outcome = byName.get(item.name());
            if (outcome == null) {
                outcome = files.read(item, notice -> {})
                        .map(measured -> Outcome.reused(item, measured))
                        .orElseGet(() -> Outcome.missing(item));
            }
            shown.add(outcome);
        }
        Path report = out.resolve(quick ? "report-quick.html" : "report.html");
        Files.writeString(report, ReportPage.of(new ReportPage.About(version, files.code(), files.scale()), shown));
        return report;
    }
}
