// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.check;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.Suggestion;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantVerdict;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leaves out each rule of a protocol in turn, and tells what the checker makes of it. */
final class MutantsReport {
    private final Console console;
    private final Protocol<?> protocol;
    private final MutantOptions options;
    private final boolean json;

    MutantsReport(Console console, Protocol<?> protocol, MutantOptions options, boolean json) {
        this.console = console;
        this.protocol = protocol;
        this.options = options;
        this.json = json;
    }

    record Document(String protocol, boolean allRejected, List<MutantDocument> mutants) {}

    record MutantDocument(
            String rule,
            String leftOut,
            String verdict,
            @Nullable String system,
            @Nullable Integer steps,
            @Nullable String violated,
            @Nullable String scenario) {}

    int run() throws IOException {
        List<MutantVerdict> verdicts = hunt(wanted());
        boolean allRejected = verdicts.stream().allMatch(MutantVerdict::isRejected);
        if (json) {
            console.printJson(new Document(
                    protocol.name(),
                    allRejected,
                    verdicts.stream().map(MutantsReport::document).toList()));
        } else {
            print(verdicts);
        }
        Path folder = options.scenarios();
        if (folder != null) {
            Files.createDirectories(folder);
            for (MutantVerdict verdict : verdicts) {
                Files.writeString(folder.resolve(verdict.mutant().rule() + ".scn"), verdict.toScenario());
            }
            console.err().println(Words.count(verdicts.size(), "scenario") + " written to " + folder);
        }
        return (allRejected ? ExitCode.OK : ExitCode.NO).number();
    }

    private List<Mutant> wanted() {
        List<Mutant> all = Kits.mutants(protocol);
        if (all.isEmpty()) {
            throw new IllegalArgumentException(
                    "The protocol " + protocol.name() + " has no rules that can be left out. Take quorumlock.");
        }
        String rule = options.show();
        if (rule == null) {
            return all;
        }
        List<String> rules = all.stream().map(Mutant::rule).toList();
        if (!rules.contains(rule)) {
            throw Suggestion.unknown("rule", rule, rules);
        }
        return all.stream().filter(mutant -> mutant.rule().equals(rule)).toList();
    }

    private List<MutantVerdict> hunt(List<Mutant> mutants) {
        List<MutantVerdict> verdicts = new ArrayList<>();
        try (Progress progress = new Progress(console)) {
            for (Mutant mutant : mutants) {
                verdicts.add(MutantSuite.hunt(
                        mutant,
                        (states, frontier, depth) -> progress.update(() -> "without " + mutant.rule() + " ("
                                + (verdicts.size() + 1) + " of " + mutants.size() + "): " + Words.count(states, "state")
                                + " found")));
            }
        }
        return verdicts;
    }

    private static @Nullable Counterexample counterexample(MutantVerdict verdict) {
        CheckReport rejection = verdict.rejection();
        return rejection == null ? null : rejection.counterexample();
    }

    private static MutantDocument document(MutantVerdict verdict) {
        Counterexample shown = counterexample(verdict);
        CheckReport rejection = verdict.rejection();
        return new MutantDocument(
                verdict.mutant().rule(),
                verdict.mutant().leftOut(),
                verdict.isRejected() ? "rejected" : "survived",
                rejection == null ? null : rejection.system().name(),
                shown == null ? null : shown.trace().choices().size(),
                shown == null ? null : shown.property().sentence(),
                shown == null ? null : verdict.toScenario());
    }

    private void print(List<MutantVerdict> verdicts) {
        TextTable table = new TextTable("rule", "verdict", "steps", "system", "what is left out");
        for (MutantVerdict verdict : verdicts) {
            MutantDocument each = document(verdict);
            table.row(
                    each.rule(),
                    each.verdict(),
                    each.steps() == null ? "" : each.steps(),
                    each.system() == null ? "" : each.system(),
                    each.leftOut());
        }
        console.out().println(table);
        if (options.scenarios() == null) {
            for (MutantVerdict verdict : verdicts) {
                printScenario(verdict);
            }
        }
        long survivors =
                verdicts.stream().filter(verdict -> !verdict.isRejected()).count();
        console.out()
                .println(
                        survivors == 0
                                ? console.green("Rejected") + ": without "
                                        + (verdicts.size() == 1 ? "it" : "any of " + verdicts.size() + " rules")
                                        + " something breaks, and the checker sees it."
                                : console.red(Words.count(survivors, "mutant") + " survived")
                                        + ": a property is missing, or the rule is not needed.");
    }

    private void printScenario(MutantVerdict verdict) {
        if (verdict.isRejected()) {
            console.out().println(console.bold("Without " + verdict.mutant().rule()) + ", a shortest run:");
            console.out().println();
            console.out().println(verdict.toScenario());
        }
    }
}
