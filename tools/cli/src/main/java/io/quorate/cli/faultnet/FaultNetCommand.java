// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.faultnet;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.faultnet.FaultNet;
import io.quorate.faultnet.Link;
import io.quorate.faultnet.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate faultnet}. */
@Command(
        name = "faultnet",
        description = {
            "Makes hosts on this machine, joined by a network that delays, drops, duplicates and reorders packets, and runs a"
                    + " command on the first host, or on all. When the command ends, everything is removed.",
            "Hosts are called a, b, c, ... The command finds their addresses in the variables HOST_A, HOST_B, ..., and the"
                    + " name of its own host in FAULTNET_HOST. Another terminal reaches a host with the prefix that is"
                    + " printed first.",
            "Needs Linux, root, ip (iproute2) and a C compiler: the switch is built on first use."
        },
        footer = {
            "  quorate faultnet --delay 10ms -- bash",
            "  quorate faultnet --hosts 2 --drop 0.3 --seed 7 -- ping -c 20 10.98.0.2",
            "  quorate faultnet --script storm.txt --everywhere -- ./server.sh"
        })
public final class FaultNetCommand extends ReportCommand {
    private static final int HOSTS_MAX = 26;

    @Option(names = "--hosts", paramLabel = "N", description = "How many hosts, 2 to 26 (default: ${DEFAULT-VALUE}).")
    private int hosts = 3;

    @Option(names = "--seed", paramLabel = "N", description = "Decides what is lost (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description = "How long a packet takes one way, as in 500us or 10ms.")
    private @Nullable String delay;

    @Option(names = "--jitter", paramLabel = "TIME", description = "Up to how much longer it takes, at random.")
    private @Nullable String jitter;

    @Option(names = "--drop", paramLabel = "PART", description = "Which part of the packets is lost, 0 to 1.")
    private double drop;

    @Option(
            names = "--duplicate",
            paramLabel = "PART",
            description = "Which part of the packets arrives twice, 0 to 1.")
    private double duplicate;

    @Option(names = "--reorder", paramLabel = "PART", description = "Which part of the packets is overtaken, 0 to 1.")
    private double reorder;

    @Option(names = "--rate", paramLabel = "BYTES", description = "How many bytes a second pass in each direction.")
    private long rate;

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "Changes of links over time, one a line, as in: 2s a-b drop=0.3 delay=40ms")
    private @Nullable Path script;

    @Option(names = "--everywhere", description = "Run the command on every host at once, without input.")
    private boolean everywhere;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command to run, after --.")
    private List<String> command = List.of();

    public FaultNetCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException, InterruptedException {
        if (hosts < 2 || hosts > HOSTS_MAX) {
            throw new IllegalArgumentException("There can be 2 to " + HOSTS_MAX + " hosts, not " + hosts + ".");
        }
        Script changes = script == null ? Script.parse("") : Script.parse(Files.readString(script));
        String whyNot = FaultNet.whyNot();
        if (whyNot != null) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, whyNot);
        }
        try (FaultNet net = FaultNet.open(seed)) {
            Map<String, String> addresses = addHosts(net);
            net.play(changes);
            Map<String, Integer> codes = run(net);
            out.with("addresses", addresses).with("exitCodes", codes);
            out.exit(codes.values().stream().mapToInt(Integer::intValue).max().orElse(0));
        }
    }

    private Map<String, String> addHosts(FaultNet net) throws IOException, InterruptedException {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (int index = 0; index < hosts; index++) {
            FaultNet.Host host = net.host(String.valueOf((char) ('a' + index)));
            addresses.put(host.name(), host.address());
            console.err()
                    .println(host.name() + "  " + host.address() + "  "
                            + String.join(" ", net.commandPrefix(host.name())) + " COMMAND");
        }
        console.flush();
        Link all = net.allLinks();
        all.delay(time(delay)).jitter(time(jitter));
        all.drop(drop).duplicate(duplicate).reorder(reorder).rate(rate);
        return addresses;
    }

    private static Duration time(@Nullable String text) {
        return text == null ? Duration.ZERO : Script.time(text);
    }

    private Map<String, Integer> run(FaultNet net) throws IOException, InterruptedException {
        List<String> places = everywhere ? net.hosts() : net.hosts().subList(0, 1);
        List<Process> processes = new ArrayList<>();
        for (String host : places) {
            ProcessBuilder builder = net.builder(host, command);
            builder.environment().put("FAULTNET_HOST", host);
            net.hosts()
                    .forEach(each -> builder.environment()
                            .put("HOST_" + Character.toUpperCase(each.charAt(0)), net.address(each)));
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.redirectOutput(
                    output.json()
                            ? ProcessBuilder.Redirect.to(Path.of("/dev/stderr").toFile())
                            : ProcessBuilder.Redirect.INHERIT);
            builder.redirectInput(
                    everywhere
                            ? ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile())
                            : ProcessBuilder.Redirect.INHERIT);
            processes.add(builder.start());
        }
        Map<String, Integer> codes = new LinkedHashMap<>();
        for (int index = 0; index < places.size(); index++) {
            codes.put(places.get(index), processes.get(index).waitFor());
        }
        return codes;
    }
}
