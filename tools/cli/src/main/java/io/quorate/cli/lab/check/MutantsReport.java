// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.check;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Leaves out each rule of a protocol in turn, and tells what the checker makes of it. */
final class MutantsReport {
    private final Console console;
    private final Protocol<?> protocol;
    private final MutantOptions options;

    MutantsReport(Console console, Protocol<?> protocol, MutantOptions options) {
        this.console = console;
        this.protocol = protocol;
        this.options = options;
    }

    void run(Report out) {
        List<MutantVerdict> verdicts = hunt(wanted());
        boolean allRejected = verdicts.stream().allMatch(MutantVerdict::isRejected);
        out.with("protocol", protocol.name()).with("allRejected", allRejected).answer(allRejected);
        tell(out, verdicts);
        Path folder = options.scenarios();
        if (folder != null) {
            out.afterwards(() -> write(verdicts, folder));
        }
    }

    private void write(List<MutantVerdict> verdicts, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (MutantVerdict verdict : verdicts) {
            Files.writeString(folder.resolve(verdict.mutant().rule() + ".scn"), verdict.toScenario());
        }
        console.err().println(Words.count(verdicts.size(), "scenario") + " written to " + folder);
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

    private static @Nullable <T> T shown(MutantVerdict verdict, Function<Counterexample, T> figure) {
        Counterexample shown = counterexample(verdict);
        return shown == null ? null : figure.apply(shown);
    }

    private static @Nullable String system(MutantVerdict verdict) {
        CheckReport rejection = verdict.rejection();
        return rejection == null ? null : rejection.system().name();
    }

    private void tell(Report out, List<MutantVerdict> verdicts) {
        out.table(
                "mutants",
                new Table<>(verdicts)
                        .column("rule", "rule", verdict -> verdict.mutant().rule())
                        .column("verdict", "verdict", verdict -> verdict.isRejected() ? "rejected" : "survived")
                        .column(
                                "steps",
                                "steps",
                                verdict -> shown(
                                        verdict, each -> each.trace().choices().size()))
                        .column("system", "system", MutantsReport::system)
                        .column(
                                "what is left out",
                                "leftOut",
                                verdict -> verdict.mutant().leftOut())
                        .field(
                                "violated",
                                verdict ->
                                        shown(verdict, each -> each.property().sentence()))
                        .field("scenario", verdict -> shown(verdict, each -> verdict.toScenario())));
        out.gap();
        if (options.scenarios() == null) {
            verdicts.stream()
                    .filter(MutantVerdict::isRejected)
                    .forEach(verdict -> out.say(
                                    out.strong("Without " + verdict.mutant().rule()) + ", a shortest run:")
                            .gap()
                            .say(verdict.toScenario()));
        }
        long survivors =
                verdicts.stream().filter(verdict -> !verdict.isRejected()).count();
        out.say(
                survivors == 0
                        ? out.good("Rejected") + ": without "
                                + (verdicts.size() == 1 ? "it" : "any of " + verdicts.size() + " rules")
                                + " something breaks, and the checker sees it."
                        : out.bad(Words.count(survivors, "mutant") + " survived")
                                + ": a property is missing, or the rule is not needed.");
    }
}
