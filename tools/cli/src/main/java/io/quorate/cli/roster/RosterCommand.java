// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.locks.AdminOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code quorate roster show}, which is also what {@code quorate roster} alone does. */
@Command(
        name = "show",
        description = {
            "Shows the roster of a running cluster: its members, quorum system and lease, and how far a change is.",
            "The node that answers is asked, and nobody else."
        },
        footer = {
            "  quorate roster show --roster localhost:7401",
            "  quorate roster show --roster localhost:7401 --json"
        })
public final class RosterCommand extends ReportCommand {
    @Mixin
    private final AdminOptions where = new AdminOptions();

    private RosterCommand(Console console) {
        super(console);
    }

    /** The command with all that it can do. */
    public static CommandLine with(Console console) {
        CommandLine roster = new CommandLine(new Overview(console));
        CommandSpec spec = roster.getCommandSpec();
        OptionSpec where = spec.findOption("--roster");
        spec.remove(where); // needed by show, but not in front of another command
        spec.addOption(OptionSpec.builder(where).required(false).build());
        roster.addSubcommand(new RosterCommand(console));
        roster.addSubcommand(new ChangeCommands.Add(console));
        roster.addSubcommand(new ChangeCommands.Remove(console));
        roster.addSubcommand(new ChangeCommands.Replace(console));
        roster.addSubcommand(new ChangeCommands.Move(console));
        roster.addSubcommand(new ChangeCommands.Quorums(console));
        roster.addSubcommand(new ChangeCommands.Lease(console));
        roster.addSubcommand(new RestoreCommand(console));
        return roster;
    }

    /** {@code quorate roster}. */
    @Command(
            name = "roster",
            description = {
                "Shows or changes the members of a running cluster, their quorum system and their lease, while locks are held.",
                "A change is decided by the voters, who need data directories. It is over about one lease later: from then on"
                        + " nobody needs a member that left.",
                "Without a command: show."
            },
            footer = {
                "  quorate roster --roster localhost:7401",
                "  quorate roster add d=localhost:7404 --roster localhost:7401",
                "  quorate roster replace c d=localhost:7404 --roster localhost:7401",
                "  quorate roster quorums plane --roster localhost:7401"
            })
    static final class Overview extends ReportCommand {
        @Mixin
        private final AdminOptions where = new AdminOptions();

        Overview(Console console) {
            super(console);
        }

        @Override
        protected void run(Report out) {
            show(where, out);
        }
    }

    @Override
    protected void run(Report out) {
        show(where, out);
    }

    private static void show(AdminOptions where, Report out) {
        RosterReport.of(where.ask(visit -> visit.roster().view()), out);
    }
}
