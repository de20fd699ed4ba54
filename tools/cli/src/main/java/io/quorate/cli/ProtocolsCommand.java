// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.kit.Kits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code quorate protocols}. */
@Command(
        name = "protocols",
        description = "Lists the protocols: what each needs of the network and what it survives.",
        footer = {"  quorate protocols", "  quorate protocols --json"})
final class ProtocolsCommand extends ReportCommand {
    private static final int RULES_WIDTH = 110;

    ProtocolsCommand(Console console) {
        super(console);
    }

    /** All protocols, for programs; {@code quorate --json} prints it too. */
    static Fields overview() {
        return new Fields()
                .with("version", Version.number())
                .with("protocols", table())
                .with("quorums", Quorums.forms());
    }

    private static Table<Protocol<?>> table() {
        return new Table<Protocol<?>>(Protocols.all())
                .column("protocol", "name", Protocol::name)
                .column(
                        "quorums",
                        "usualQuorums",
                        protocol -> protocol.usualQuorums(1).name())
                .field("summary", Protocol::summary)
                .column(
                        "order needed",
                        "needs",
                        protocol -> word(protocol.traits().needs()))
                .column(
                        "link resets",
                        "survivesLinkResets",
                        each -> each.traits().survivesLinkResets(),
                        ProtocolsCommand::survives)
                .column(
                        "duplicates",
                        "survivesDuplicates",
                        each -> each.traits().survivesDuplicates(),
                        ProtocolsCommand::survives)
                .column("shared", "shared", each -> each.traits().knowsShared(), shared -> shared ? "yes" : "no")
                .column("crashes", "crashes", protocol -> word(protocol.traits().crashes()))
                .column(
                        "fairness",
                        "fairness",
                        protocol -> word(protocol.traits().fairness()))
                .column(
                        "idle locks",
                        "forgetsIdleLocks",
                        each -> each.traits().forgetsIdleLocks(),
                        forgets -> forgets ? "forgotten" : "kept")
                .field("rules", ProtocolsCommand::rules)
                .field(
                        "unsafeRules",
                        protocol -> Fields.list(
                                unsafeRules(protocol),
                                rules -> new Fields()
                                        .with("protocol", rules.fullName())
                                        .with("reason", rules.whyUnsafe().orElseThrow())))
                .field(
                        "rulesThatCanBeLeftOut",
                        protocol -> Kits.mutants(protocol).size());
    }

    private static String survives(boolean survives) {
        return survives ? "survives" : "no";
    }

    private static List<String> rules(Protocol<?> protocol) {
        return protocol.ruleSets().stream().map(Protocol::rules).toList();
    }

    /** Those that nodes refuse unless --unsafe is given. */
    private static List<Protocol<?>> unsafeRules(Protocol<?> protocol) {
        List<Protocol<?>> unsafe = new ArrayList<>();
        protocol.ruleSets().stream()
                .filter(rules -> rules.whyUnsafe().isPresent())
                .forEach(unsafe::add);
        return unsafe;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    protected void run(Report out) {
        out.document(overview());
        out.say(table());
        for (Protocol<?> each : Protocols.all()) {
            out.say("  " + out.strong(each.name()) + ": " + each.summary() + ".");
            if (rules(each).size() > 1) {
                Words.wrapped("rules: " + String.join(", ", rules(each)), RULES_WIDTH)
                        .forEach(line -> out.say("      " + line));
            }
        }
        out.gap();
        out.say("  The table is that of the first set of rules. Others are taken by --rules, or behind a colon as in"
                + " ricart-agrawala:ring; those of ricart-agrawala can be joined, as in counted+readers-writers.");
        out.say("  Take quorumlock, unless you want to compare.");
        tellUnsafeRules(out);
        out.gap();
        out.say("  Quorum systems: " + String.join(", ", Quorums.forms())
                + ", or sets such as n1,n2/n2,n3/n1,n3. quorate plan N compares them.");
    }

    /** One line for each reason, with all rules that have it. */
    private static void tellUnsafeRules(Report out) {
        Map<String, List<String>> byReason = new TreeMap<>();
        Protocols.all().stream()
                .flatMap(each -> unsafeRules(each).stream())
                .forEach(each -> byReason.computeIfAbsent(each.whyUnsafe().orElseThrow(), reason -> new ArrayList<>())
                        .add(each.fullName()));
        out.gap();
        out.say("  For check and simulate only; Locks.join refuses them, and quorate node without --unsafe:");
        byReason.forEach(
                (reason, protocols) -> Words.wrapped(String.join(", ", protocols) + ": " + reason + ".", RULES_WIDTH)
                        .forEach(line -> out.say("      " + line)));
    }
}
