// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The builds of this program that one run compares, as an option: this one, and those of other checkouts. */
public final class Builds {
    private static final String MEMORY = "-Xmx512m";

    @Option(
            names = "--also",
            paramLabel = "NAME=FOLDER",
            description = "Measure another build, too: a checkout with this command in which ./quorate was run, as in"
                    + " --also before=../quorate-before. May be repeated.")
    private Map<String, Path> also = new LinkedHashMap<>();

    /** The command that starts this build. */
    public static List<String> thisOne(Class<?> mainClass) {
        return ChildProcess.javaCommand(List.of(MEMORY), mainClass);
    }

    /** The command that starts each build. This one comes first, and its name is empty. */
    public Map<String, List<String>> programs(Class<?> mainClass) throws IOException {
        Map<String, List<String>> programs = new LinkedHashMap<>();
        programs.put("", thisOne(mainClass));
        for (Map.Entry<String, Path> each : also.entrySet()) {
            programs.put(each.getKey(), in(each.getValue(), List.of(MEMORY), mainClass));
        }
        return programs;
    }

    /**
     * The command that starts another build.
     *
     * @param folder a checkout in which {@code ./quorate} was run, an unpacked package, or a folder with the jars of a release
     */
    public static List<String> in(Path folder, List<String> options, Class<?> mainClass) throws IOException {
        Path app = app(folder.toAbsolutePath());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", app + "/*:" + app + "/lib/*", mainClass.getName()));
        return command;
    }

    private static Path app(Path folder) throws IOException {
        Path apps = folder.resolve("tools/cli/target/app");
        if (Files.exists(apps.resolve("current"))) {
            return apps.resolve(Files.readString(apps.resolve("current")).strip());
        }
        if (Files.exists(folder.resolve("lib/quorate.jar"))) {
            return folder.resolve("lib");
        }
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "quorate-*.jar")) {
                if (jars.iterator().hasNext()) {
                    return folder;
                }
            }
        }
        throw new CommandFailure(
                ExitCode.ENVIRONMENT,
                "There is no build of quorate in " + folder
                        + ". Name a checkout in which ./quorate --help was run, an unpacked package, or a folder with the jars of"
                        + " a release.");
    }
}
