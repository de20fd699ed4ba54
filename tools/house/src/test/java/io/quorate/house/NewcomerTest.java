// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The path of a person who has never seen the project, from a clean clone, by the lines of the pages themselves: README and docs/use/start.md
 * lead to a plain Java program whose processes share a lock, and README leads to the Spring Boot example with three replicas. Only ports
 * are changed, and Maven's local repository is a copy.
 */
@Tag("long")
@Tag("slow")
@Tag("threads")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class NewcomerTest {
    private static final Duration DEADLINE = Duration.ofMinutes(20);
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");
    private static final Pattern HELD = Pattern.compile("([abc]) holds the lock, fencing token (\\d+)");

    @TempDir
    private static Path folder;

    private static Path clone;
    private static String mavenOptions;

    @Test
    @Order(1)
    void aCloneIsInstalledAsTheReadmeSays() throws Exception {
        clone = folder.resolve("quorate");
        run(folder, Map.of(), "git", "clone", "--quiet", Repository.ROOT.toString(), clone.toString());
        Path repository = folder.resolve("repository");
        run(
                folder,
                Map.of(),
                "bash",
                "-c",
                "cp -al \"$0\" \"$1\" || cp -a \"$0\" \"$1\"",
                localRepository(),
                repository.toString());
        run(folder, Map.of(), "rm", "-rf", repository.resolve("io/quorate").toString());
        mavenOptions = "-Dmaven.repo.local=" + repository;

        String readme = Files.readString(clone.resolve("README.md"));
        String install = block("sh", 0);
        assertThat(readme).contains("`" + install.strip().replace(" -q", "") + "`", "(docs/use/start.md)");
        shell(clone, install);
        assertThat(repository.resolve("io/quorate/quorate-node")).isDirectory();
    }

    @Test
    @Order(2)
    void threeProcessesOfAPlainJavaProgramShareALock() throws Exception {
        Path project = Files.createDirectories(folder.resolve("hello/src/main/java"));
        Files.writeString(folder.resolve("hello/pom.xml"), block("xml", 0));
        List<Integer> free = freePorts();
        String program = block("java", 0);
        for (int index = 0; index < free.size(); index++) {
            program = program.replace("localhost:" + (7401 + index), "localhost:" + free.get(index));
        }
        Files.writeString(project.resolve("Hello.java"), program);
        List<MatchResult> holds = holdsOf(folder.resolve("hello"), block("sh", 1));
        assertThat(holds).extracting(hold -> hold.group(1)).contains("a", "b", "c");
        List<Long> tokens =
                holds.stream().map(hold -> Long.valueOf(hold.group(2))).toList();
        assertThat(tokens).doesNotHaveDuplicates();
    }

    @Test
    @Order(3)
    void theSpringBootExampleRunsWithThreeReplicas() throws Exception {
        String command = "examples/spring-boot/run";
        assertThat(Files.readString(clone.resolve("README.md"))).contains("\n" + command + " ");
        List<Integer> web = freePorts();
        Path output = folder.resolve("spring.txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command).directory(clone.toFile());
        builder.environment().put("WEB_PORTS", joined(web));
        builder.environment().put("LOCK_PORTS", joined(freePorts()));
        builder.environment().put("QUORATE_MVN_OPTS", mavenOptions);
        Process replicas = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            for (int port : web) {
                await(
                        () -> !replicas.isAlive() || answers("http://localhost:" + port + "/actuator/health/readiness"),
                        "replica at port " + port);
            }
            assertThat(replicas.isAlive()).as("%s", read(output)).isTrue();
        } finally {
            replicas.descendants().forEach(ProcessHandle::destroy);
            replicas.destroy();
            replicas.waitFor(1, TimeUnit.MINUTES);
            replicas.descendants().forEach(ProcessHandle::destroyForcibly);
            replicas.destroyForcibly();
        }
    }

    /** Runs the commands until each of the three processes has held the lock twice. */
    private static List<MatchResult> holdsOf(Path project, String commands) throws Exception {
        Path output = folder.resolve("hello.txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-ec", commands + "wait").directory(project.toFile());
        builder.environment().put("MAVEN_OPTS", mavenOptions);
        Process shell = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            await(
                    () -> !shell.isAlive()
                            || Stream.of("a", "b", "c")
                                    .allMatch(id -> holds(output).stream()
                                                    .filter(hold ->
                                                            hold.group(1).equals(id))
                                                    .count()
                                            >= 2),
                    "program");
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
        return holds(output);
    }

    private static List<MatchResult> holds(Path output) {
        return HELD.matcher(Repository.read(output).orElse("")).results().toList();
    }

    private static List<Integer> freePorts() throws IOException {
        return FreePorts.roster("newcomer", 3).members().stream()
                .map(Roster.Member::port)
                .toList();
    }

    private static String joined(List<Integer> ports) {
        return ports.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String localRepository() {
        String given = System.getProperty("localRepository");
        return given == null ? System.getProperty("user.home") + "/.m2/repository" : given;
    }

    /** The block with this number, from 0, in this language, of the page in the clone. */
    private static String block(String language, int number) throws IOException {
        return BLOCK.matcher(Files.readString(clone.resolve("docs/use/start.md")))
                .results()
                .filter(block -> block.group(1).equals(language))
                .skip(number)
                .findFirst()
                .orElseThrow()
                .group(2);
    }

    private static String shell(Path where, String commands) throws Exception {
        return run(where, Map.of("MAVEN_OPTS", mavenOptions), "bash", "-ec", commands);
    }

    private static String run(Path where, Map<String, String> variables, String... command) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(where.toFile());
        builder.environment().putAll(variables);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("%s%n%s", String.join(" ", command), read(output))
                .isZero();
        return read(output);
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    private static boolean answers(String address) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException interruption) {
            throw new AssertionError("Interrupted while waiting for " + address, interruption);
        }
    }

    private static void await(BooleanSupplier condition, String what) throws InterruptedException {
        Instant end = Instant.now().plus(DEADLINE);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("deadline for the %s", what).isBefore(end);
            TimeUnit.MILLISECONDS.sleep(500); // between two looks at a condition
        }
    }
}
