// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the packages beside the program. {@code tools/package/try} starts nodes from whole packages. */
@Tag("threads")
final class PackageFilesTest {
    private static final Path FILES = Path.of("../package");

    /** What the package adds to the commands of the run book. */
    private static final String MORE_OPTIONS = " $QUORATE_OPTS";

    @TempDir
    private Path folder;

    private static String read(String name) throws IOException {
        return Files.readString(FILES.resolve(name));
    }

    /** A setting that may stand there several times would be refused twice: those are filters of system calls. */
    private static SystemdUnit unit() throws IOException {
        return SystemdUnit.parse(read("deb/quorate.service").replaceAll("(?m)^SystemCallFilter=~.*\\n", ""));
    }

    @Test
    void theUnitOfThePackageIsThatOfTheRunBookWithASandbox() throws IOException {
        Map<String, String> packaged = unit().settings();
        SystemdUnit.parse(RunBook.read().block("systemd", "[Service]"))
                .settings()
                .forEach((key, value) -> assertThat(packaged.get(key).replace(MORE_OPTIONS, ""))
                        .as(key)
                        .isEqualTo(value));
        assertThat(packaged)
                .as("a node that was not configured does not start")
                .containsEntry("Unit.ConditionPathExists", "/etc/quorate/node.env")
                .containsEntry("Service.NoNewPrivileges", "yes")
                .containsEntry("Service.ProtectSystem", "strict")
                .containsEntry("Service.CapabilityBoundingSet", "")
                .containsEntry("Service.SystemCallFilter", "@system-service")
                .as("the compiler of the JVM writes what it executes")
                .doesNotContainKey("Service.MemoryDenyWriteExecute");
    }

    @Test
    void theEnvironmentFileHasWhatTheUnitNeeds() throws IOException {
        Map<String, String> example = SystemdUnit.environment(read("deb/node.env"));
        for (String key : List.of("ExecStart", "ExecStartPost")) {
            assertThat(unit().command(key, example)).startsWith("/opt/quorate/quorate");
        }
        assertThat(example).containsKey(MORE_OPTIONS.strip().substring(1));
    }

    @Test
    void theControlFileIsFilledInByTheBuild() throws IOException {
        List<String> unknown = Pattern.compile("@([A-Z]+)@")
                .matcher(read("deb/control"))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(unknown).containsExactlyInAnyOrder("VERSION", "ARCHITECTURE", "SIZE");
        String build = read("build");
        assertThat(unknown).allSatisfy(name -> assertThat(build).contains("@" + name + "@"));
        assertThat(read("deb/control").lines())
                .filteredOn(line -> !line.startsWith(" "))
                .allMatch(line -> line.matches("[A-Z][A-Za-z-]+: \\S.*"));
    }

    @Test
    void theLauncherPassesEveryWordOn() throws Exception {
        Path home = Files.createDirectories(folder.resolve("a home/runtime/bin"))
                .getParent()
                .getParent();
        Path launcher = Files.copy(FILES.resolve("quorate"), home.resolve("quorate"));
        script(home.resolve("runtime/bin/java"), "for word in \"$@\"; do echo \"[$word]\"; done; exit 7");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a home/quorate"));
        for (Path start : List.of(launcher, link)) {
            List<String> words =
                    said(7, Map.of("QUORATE_JAVA_OPTS", "-Xmx4g -ea"), start.toString(), "lock", "a b", "*");
            assertThat(words)
                    .containsSubsequence("[-Xmx4g]", "[-ea]", "[-cp]")
                    .endsWith("[io.quorate.cli.QuorateCli]", "[lock]", "[a b]", "[*]")
                    .noneMatch(word -> word.contains("TieredStopAtLevel"))
                    .anyMatch(word -> word.matches("\\[-XX:SharedArchiveFile=.*/a home/classes.jsa]"));
        }
        assertThat(said(7, Map.of(), launcher.toString(), "health")).contains("[-XX:TieredStopAtLevel=1]");
    }

    @Test
    void theLauncherWithoutARuntimeTakesTheJavaOfTheMachineOrSaysWhatToInstall() throws Exception {
        Path launcher = Files.copy(FILES.resolve("quorate"), folder.resolve("quorate"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Path java = folder.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        script(java, "echo \"$@\"");
        assertThat(said(0, Map.of("JAVA_HOME", folder.resolve("jdk").toString()), launcher.toString(), "plan", "3"))
                .hasSize(1)
                .allMatch(line -> line.endsWith("/lib/quorate.jar io.quorate.cli.QuorateCli plan 3"))
                .noneMatch(line -> line.contains("SharedArchiveFile"));
        assertThat(said(3, Map.of("JAVA_HOME", folder.resolve("none").toString()), launcher.toString()))
                .allMatch(line -> line.contains("Install Java 17 or newer"));
    }

    /** The commands that the launcher has compiled less well are there. */
    @Test
    void theLauncherKnowsTheCommandsThatEndAtOnce() throws IOException {
        var listed = Pattern.compile("(?m)^    ([a-z| ]+)\\| -\\*\\) speed=").matcher(read("quorate"));
        assertThat(listed.find()).isTrue();
        String help = CommandRun.of("--help").out();
        assertThat(listed.group(1).strip().split("[ |]+"))
                .isNotEmpty()
                .allSatisfy(command -> assertThat(help).containsPattern("(?m)^  " + command + "\\b"));
    }

    @Test
    void theLauncherForWindowsStartsTheSameClassAndGetsItsLineEndsInThePackage() throws IOException {
        String text = read("quorate.bat");
        assertThat(text).doesNotContain("\r");
        assertThat(read("build")).contains("sed 's/$/\\r/' \"$here/quorate.bat\" >");
        assertThat(text)
                .contains("-cp \"%QUORATE_HOME%lib\\quorate.jar\" io.quorate.cli.QuorateCli %*")
                .contains("exit /b %ERRORLEVEL%");
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** The lines that a command prints; it must end with the code. */
    private static List<String> said(int code, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command))).redirectErrorStream(true);
        builder.environment().remove("QUORATE_JAVA_OPTS");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isEqualTo(code);
        return text.lines().toList();
    }
}
