package io.quorate.cli.bench;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The builds of this program that one run compares: this one, and those of other checkouts. */
public final class Builds {
    private static final String MEMORY = "-Xmx512m";

    private Builds() {}

    /** The command that starts this build. */
    public static List<String> thisOne(Class<?> mainClass) {
        return ChildProcess.javaCommand(List.of(MEMORY), mainClass);
    }

    /**
     * The command that starts each build. This one comes first, and its name is empty.
     *
     * @param also other builds by name, each a checkout in which {@code ./quorate} was run
     */
    public static Map<String, List<String>> programs(Class<?> mainClass, Map<String, Path> also) throws IOException {
        Map<String, List<String>> programs = new LinkedHashMap<>();
        programs.put("", thisOne(mainClass));
        for (Map.Entry<String, Path> each : also.entrySet()) {
            Path apps = each.getValue().toAbsolutePath().resolve("tools/cli/target/app");
            if (!Files.exists(apps.resolve("current"))) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "There is no build of quorate in " + each.getValue()
                                + ". Run ./quorate bench floor --help there first.");
            }
            Path app = apps.resolve(Files.readString(apps.resolve("current")).strip());
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of(MEMORY, "-cp", app + "/*:" + app + "/lib/*", mainClass.getName()));
            programs.put(each.getKey(), command);
        }
        return programs;
    }
}
