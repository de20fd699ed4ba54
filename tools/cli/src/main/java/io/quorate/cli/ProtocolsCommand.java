// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.kit.Kits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code quorate protocols}. */
@Command(
        name = "protocols",
        description = "Lists the protocols: what each needs of the network and what it survives.",
        footer = {"  quorate protocols", "  quorate protocols --json"})
final class ProtocolsCommand implements Callable<Integer> {
    private static final int RULES_WIDTH = 110;

    private final Console console;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    ProtocolsCommand(Console console) {
        this.console = console;
    }

    record Overview(String version, List<Entry> protocols, List<String> quorums) {}

    record Entry(
            String name,
            String summary,
            String needs,
            boolean survivesLinkResets,
            boolean survivesDuplicates,
            boolean shared,
            String crashes,
            String fairness,
            boolean forgetsIdleLocks,
            String usualQuorums,
            List<String> rules,
            List<UnsafeRules> unsafeRules,
            int rulesThatCanBeLeftOut) {}

    /** Rules that nodes refuse unless --unsafe is given, and why. */
    record UnsafeRules(String protocol, String reason) {}

    static Overview overview() {
        return new Overview(
                Version.number(),
                Protocols.all().stream().map(ProtocolsCommand::entry).toList(),
                Quorums.forms());
    }

    private static Entry entry(Protocol<?> protocol) {
        ProtocolTraits traits = protocol.traits();
        return new Entry(
                protocol.name(),
                protocol.summary(),
                word(traits.needs()),
                traits.survivesLinkResets(),
                traits.survivesDuplicates(),
                traits.knowsShared(),
                word(traits.crashes()),
                word(traits.fairness()),
                traits.forgetsIdleLocks(),
                protocol.usualQuorums(1).name(),
                protocol.ruleSets().stream().map(Protocol::rules).toList(),
                unsafeRules(protocol),
                Kits.mutants(protocol).size());
    }

    private static List<UnsafeRules> unsafeRules(Protocol<?> protocol) {
        return protocol.ruleSets().stream()
                .flatMap(rules -> rules.whyUnsafe().map(reason -> new UnsafeRules(rules.fullName(), reason)).stream())
                .toList();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public Integer call() {
        Overview overview = overview();
        if (output.json()) {
            console.printJson(overview);
            return 0;
        }
        TextTable table = new TextTable(
                "protocol",
                "quorums",
                "order needed",
                "link resets",
                "duplicates",
                "shared",
                "crashes",
                "fairness",
                "idle locks");
        for (Entry each : overview.protocols()) {
            table.row(
                    each.name(),
                    each.usualQuorums(),
                    each.needs(),
                    each.survivesLinkResets() ? "survives" : "no",
                    each.survivesDuplicates() ? "survives" : "no",
                    each.shared() ? "yes" : "no",
                    each.crashes(),
                    each.fairness(),
                    each.forgetsIdleLocks() ? "forgotten" : "kept");
        }
        console.out().println(table);
        for (Entry each : overview.protocols()) {
            console.out().println("  " + console.bold(each.name()) + ": " + each.summary() + ".");
            if (each.rules().size() > 1) {
                Words.wrapped("rules: " + String.join(", ", each.rules()), RULES_WIDTH)
                        .forEach(line -> console.out().println("      " + line));
            }
        }
        console.out().println();
        console.out()
                .println(
                        "  The table is that of the first set of rules. Others are taken by --rules, or behind a colon as in"
                                + " ricart-agrawala:ring; those of ricart-agrawala can be joined, as in counted+readers-writers.");
        console.out().println("  Take quorumlock, unless you want to compare.");
        printUnsafeRules(overview);
        console.out().println();
        console.out()
                .println("  Quorum systems: " + String.join(", ", overview.quorums())
                        + ", or sets such as n1,n2/n2,n3/n1,n3. quorate plan N compares them.");
        return 0;
    }

    /** One line for each reason, with all rules that have it. */
    private void printUnsafeRules(Overview overview) {
        Map<String, List<String>> byReason = new TreeMap<>();
        overview.protocols().stream()
                .flatMap(each -> each.unsafeRules().stream())
                .forEach(each -> byReason.computeIfAbsent(each.reason(), reason -> new ArrayList<>())
                        .add(each.protocol()));
        console.out().println();
        console.out()
                .println("  For check and simulate only; Locks.join refuses them, and quorate node without --unsafe:");
        byReason.forEach(
                (reason, protocols) -> Words.wrapped(String.join(", ", protocols) + ": " + reason + ".", RULES_WIDTH)
                        .forEach(line -> console.out().println("      " + line)));
    }
}
