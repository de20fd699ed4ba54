// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import io.quorate.cli.bench.BenchCommand;
import io.quorate.cli.bench.BenchNodeCommand;
import io.quorate.cli.bench.floor.FloorCommand;
import io.quorate.cli.bench.floor.FloorNodeCommand;
import io.quorate.cli.bench.grey.GreyCommand;
import io.quorate.cli.bench.grey.GreyNodeCommand;
import io.quorate.cli.certs.CertsCommand;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Program;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.demo.DemoCommand;
import io.quorate.cli.demo.DemoNodeCommand;
import io.quorate.cli.faultnet.FaultNetCommand;
import io.quorate.cli.lab.check.CheckCommand;
import io.quorate.cli.lab.check.TraceCommand;
import io.quorate.cli.lab.compare.CompareCommand;
import io.quorate.cli.lab.dht.DhtCommand;
import io.quorate.cli.lab.dht.OverlayCommand;
import io.quorate.cli.lab.growth.GrowthCommand;
import io.quorate.cli.lab.simulate.SimulateCommand;
import io.quorate.cli.locks.DescribeCommand;
import io.quorate.cli.locks.ElectCommand;
import io.quorate.cli.locks.HealthCommand;
import io.quorate.cli.locks.LockCommand;
import io.quorate.cli.locks.LocksCommand;
import io.quorate.cli.locks.PlaceCommand;
import io.quorate.cli.locks.ReleaseCommand;
import io.quorate.cli.node.NodeCommand;
import io.quorate.cli.plan.PlanCommand;
import io.quorate.cli.reproduce.GalleryCommand;
import io.quorate.cli.reproduce.ReproduceCommand;
import io.quorate.cli.roster.RosterCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The program {@code quorate}. */
@Command(
        name = "quorate",
        versionProvider = Version.class,
        description = "Distributed locks without a lock server: the nodes of an application vote among themselves.",
        footer = {
            "  quorate demo                         see three nodes share a lock",
            "  quorate check quorumlock             try every order of events",
            "  quorate simulate quorumlock --plot load.svg",
            "  quorate help check                   all about one command"
        })
public final class QuorateCli extends ReportCommand {
    private QuorateCli(Console console) {
        super(console);
    }

    /** Without a command: a short overview. */
    @Override
    protected void run(Report out) {
        out.document(ProtocolsCommand.overview());
        out.say(out.strong("quorate") + ": distributed locks without a lock server. Nodes vote among themselves.");
        out.gap();
        out.say("See it work (three real processes, a few seconds):");
        out.say("  " + out.strong("quorate demo"));
        out.gap();
        out.say("The same lock, three ways:");
        out.say("  " + out.strong("quorate check quorumlock")
                + "      try every order of events: can two nodes ever hold it?");
        out.say("  " + out.strong("quorate simulate quorumlock")
                + "   random delays and faults from a seed: what does it cost?");
        out.say("  " + out.strong("quorate node --id a ...") + "       run it: one node of a real cluster");
        out.gap();
        out.say(
                "A running cluster: lock (runs a command under a lock), elect (runs it while leader), health, roster, locks, describe, place,"
                        + " release.");
        out.say(
                "More: compare, reproduce, gallery, plan, overlay, dht, growth, certs, protocols, trace, bench, faultnet, completion. Every command explains itself: quorate help COMMAND");
    }

    /** The program with all its commands. */
    static CommandLine commandLine(Console console) {
        CommandLine line = new CommandLine(new QuorateCli(console));
        line.addSubcommand(new DemoCommand(console, QuorateCli.class));
        line.addSubcommand(new DemoNodeCommand(console));
        line.addSubcommand(new CheckCommand(console));
        line.addSubcommand(new SimulateCommand(console));
        line.addSubcommand(new CompareCommand(console));
        line.addSubcommand(new OverlayCommand(console));
        line.addSubcommand(new DhtCommand(console));
        line.addSubcommand(new GrowthCommand(console));
        line.addSubcommand(new ReproduceCommand(console, Version.number()));
        line.addSubcommand(new GalleryCommand(console));
        line.addSubcommand(new PlanCommand(console));
        line.addSubcommand(new NodeCommand(console));
        line.addSubcommand(new CertsCommand(console));
        line.addSubcommand(new LockCommand(console));
        line.addSubcommand(new ElectCommand(console));
        line.addSubcommand(new HealthCommand(console));
        line.addSubcommand(RosterCommand.with(console));
        line.addSubcommand(new LocksCommand(console));
        line.addSubcommand(new DescribeCommand(console));
        line.addSubcommand(new PlaceCommand(console));
        line.addSubcommand(new ReleaseCommand(console));
        line.addSubcommand(new TraceCommand(console));
        CommandLine bench = new CommandLine(new BenchCommand(console, QuorateCli.class));
        bench.addSubcommand(new FloorCommand(console, QuorateCli.class));
        bench.addSubcommand(new GreyCommand(console, QuorateCli.class));
        line.addSubcommand(bench);
        line.addSubcommand(new FloorNodeCommand(console));
        line.addSubcommand(new GreyNodeCommand(console));
        line.addSubcommand(new BenchNodeCommand(console));
        line.addSubcommand(new FaultNetCommand(console));
        line.addSubcommand(new ProtocolsCommand(console));
        line.addSubcommand(new CompletionCommand(console));
        line.addSubcommand(new ManPageCommand(console));
        line.addSubcommand(new HelpCommand());
        bench.setCaseInsensitiveEnumValuesAllowed(true);
        return Program.connected(line, console);
    }

    /** Runs a command; whatever it printed is out when this returns. */
    static int run(Console console, String... arguments) {
        return Program.run(commandLine(console), console, arguments);
    }

    public static void main(String[] arguments) {
        Program.setUpLog(arguments.length > 0 && arguments[0].equals("node"));
        Console console = Console.ofProcess();
        Program.runAndExit(commandLine(console), console, arguments);
    }
}
