// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.bench.Builds;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Program;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program that {@code tools/torture/run} starts. */
@Command(
        name = "torture",
        description = {
            "Starts nodes as processes of their own, injects faults, and audits the history that the processes wrote down.",
            "It ends with 1 if a promise was broken."
        },
        footer = {"  tools/torture/run trial kill", "  tools/torture/run random --time 10m"})
public final class Torture implements Runnable {
    /** The JVM options of each process: many of them share one machine. */
    private static final List<String> JVM_OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Torture() {}

    /** Without a command. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command: trial or random.");
    }

    static int run(Console console, String... arguments) {
        return Program.run(commandLine(console), console, arguments);
    }

    static CommandLine commandLine(Console console) {
        CommandLine line = new CommandLine(new Torture());
        line.addSubcommand(new TrialCommand(console));
        line.addSubcommand(new RandomCommand(console));
        line.addSubcommand(new TortureNodeCommand(console));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return Program.connected(line, console);
    }

    /** The command that starts one process of a cluster. */
    static List<String> ofThisBuild() {
        return ChildProcess.javaCommand(JVM_OPTIONS, Torture.class);
    }

    /**
     * The same with the libraries of another build, which come first. Of this build only those classes are left that the other one lacks:
     * the torture, and what it takes from a newer command line.
     */
    static List<String> ofBuild(Path folder) throws IOException {
        List<String> command = Builds.in(folder, JVM_OPTIONS, Torture.class);
        int classPath = command.indexOf("-cp") + 1;
        command.set(
                classPath,
                String.join(
                        File.pathSeparator,
                        command.get(classPath),
                        placeOf(Torture.class).toString(),
                        placeOf(Program.class).toString()));
        return command;
    }

    private static Path placeOf(Class<?> known) {
        try {
            return Path.of(
                    known.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("This program is in a place that is no file.", e);
        }
    }

    public static void main(String[] arguments) {
        Program.setUpLog(arguments.length > 0 && arguments[0].equals(TortureNodeCommand.NAME));
        Console console = Console.ofProcess();
        Program.runAndExit(commandLine(console), console, arguments);
    }
}
