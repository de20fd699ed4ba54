// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A protocol that a user writes is checked, simulated, drawn and compared as ours are; and the tutorial says what comes of it. */
@Tag("slow")
final class OwnProtocolsTest {
    private static final Path EXAMPLE = Path.of("../../examples/Vote.java");
    private static final Path TUTORIAL = Path.of("../../docs/study/lab.md");
    private static final Pattern CODE = Pattern.compile("(?ms)^```java\\n(.*?)^```");

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path folder;

    @AfterEach
    void forgetWhatWasBrought() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private static CommandRun run(Path with, String... arguments) {
        return CommandRun.of(Stream.concat(Stream.of(arguments), Stream.of("--with", with.toString()))
                .toArray(String[]::new));
    }

    private Path changed(String from, String to) throws IOException {
        String text = Files.readString(EXAMPLE);
        assertThat(text).contains(from);
        return Files.writeString(folder.resolve("Vote.java"), text.replace(from, to));
    }

    @Test
    void theTutorialBeginsWithARunThatComesOutAsPrinted() {
        assertIsQuoted(CommandRun.of("simulate", "maekawa", "--nodes", "13").out());
    }

    @Test
    void votersThatAreAskedAllAtOnceEndInADeadlockOfSixSteps() {
        CommandRun run = run(EXAMPLE, "check", "vote", "--nodes", "3");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("A shortest run that shows it, 6 steps:")
                .containsPattern("NO +always +in a quiet state somebody waits only if somebody holds");
        assertIsQuoted(run.out());
    }

    @Test
    void votersThatAreAskedOneAfterTheOtherDoNot() {
        CommandRun run = run(EXAMPLE, "check", "vote-in-order");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Verified: every reachable state");
        assertIsQuoted(run.out());
    }

    /** The tutorial invites to it. */
    @Test
    void aVoteThatIsNotComparedWithTheRequestLetsTwoInOnceAWaiterMayGiveUp() throws IOException {
        Path broken = changed("if (say.stamp().equals(mine)) count", "if (mine != null) count");
        String[] check = {"check", "vote-in-order", "--nodes", "3", "--contenders", "2", "--acquisitions", "2"};
        assertThat(run(broken, check).out()).contains("Verified");
        CommandRun allowed = run(
                broken, Stream.concat(Stream.of(check), Stream.of("--abandon")).toArray(String[]::new));
        assertThat(allowed.exitCode()).isEqualTo(1);
        assertThat(allowed.out()).containsPattern("NO +always +at no instant there are two conflicting holds");
        assertIsQuoted(allowed.out());
    }

    @Test
    void itIsSimulatedDrawnAndRunAgainByTheCommandThatIsPrinted() {
        Path drawing = folder.resolve("run.svg");
        CommandRun run = run(
                EXAMPLE, "simulate", "vote-in-order", "--nodes", "13", "--claims", "24", "--draw", drawing.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(drawing).content().startsWith("<svg").contains("Ask 1.n9");
        String again = run.out()
                .lines()
                .filter(line -> line.contains("./quorate simulate"))
                .findFirst()
                .orElseThrow();
        assertThat(again).endsWith(" --with " + EXAMPLE);
        String[] command = again.strip().replace("./quorate ", "").split(" ");
        assertThat(CommandRun.of(command).out()).isEqualTo(run.out());
        assertIsQuoted(
                run.out().lines().filter(line -> !line.contains("--with")).toList());
    }

    @Test
    void itBringsItsKitAndItsScenarios() throws IOException {
        String text = Files.readString(EXAMPLE);
        Path source = Files.writeString(folder.resolve("Vote.java"), text.substring(0, text.lastIndexOf('}')) + """
                    public static final class InOrderKit implements io.quorate.lab.kit.Kit {
                        public String protocol() { return "vote-in-order"; }
                        public java.util.Optional<io.quorate.lab.kit.MessageBudget> budget(String rules) {
                            return java.util.Optional.of(io.quorate.lab.kit.EntryCost.ofQuorum(3, 3));
                        }
                    }
                }
                """);
        Path scenarios = Files.createDirectories(folder.resolve("scenarios/vote-in-order"));
        Files.writeString(
                scenarios.resolve("alone.scn"),
                "# Mine.\nnodes 2  protocol vote-in-order\n\nacquire n1\nsettle\nexpect n1 holding\n");
        assertThat(run(source, "trace", "vote-in-order/alone", "--transcript").out())
                .contains("n1 -> n2  Ask", "n1        holds");
        CommandRun unknown = run(source, "trace", "vote-in-order/alon");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("Did you mean \"vote-in-order/alone\"?");
        assertThat(run(source, "compare", "--nodes", "5", "--protocols", "vote-in-order")
                        .out())
                .contains("3(K-1) = 6");
    }

    @Test
    void theSimulatorNoticesTheDeadlockToo() {
        CommandRun run = run(EXAMPLE, "simulate", "vote", "--failures", folder.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("BROKEN: nothing happens any more, and still wait", "vote-seed-1.scn --with " + EXAMPLE);
        Path scenario = folder.resolve("vote-seed-1.scn");
        assertThat(run(EXAMPLE, "trace", scenario.toString()).exitCode()).isZero();
    }

    @Test
    void itStandsBesideOursInAComparison() {
        CommandRun run = run(
                EXAMPLE,
                "compare",
                "--nodes",
                "13",
                "--load",
                "heavy",
                "--protocols",
                "vote-in-order,sequential,maekawa,quorumlock");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("vote-in-order +majority +18\\.00");
        assertIsQuoted(run.out().lines().filter(line -> line.contains(" T  ")).toList());
    }

    @Test
    void aScenarioOfItIsPlayed() throws IOException {
        Path scenario = folder.resolve("mine.scn");
        Files.writeString(scenario, "nodes 3  protocol vote  quorums majority  network fifo\n\nacquire n1\nsettle\n");
        CommandRun run = run(EXAMPLE, "trace", scenario.toString(), "--transcript");
        assertThat(run.out()).contains("n1 -> n2  Ask  1.n1", "n1        holds");
        Thread.currentThread().setContextClassLoader(before);
        CommandRun unknown = CommandRun.of("trace", scenario.toString(), "--transcript");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("There is no protocol \"vote\"");
    }

    @Test
    void compiledClassesAreTakenFromAFolderOrAnArchive() throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none",
                        EXAMPLE.toString());
        assertThat(compiled).isZero();
        assertThat(run(classes, "check", "vote-in-order", "--nodes", "3").out()).contains("Verified");
        Thread.currentThread().setContextClassLoader(before);
        Path archive = folder.resolve("vote.jar");
        try (FileSystem jar =
                        FileSystems.newFileSystem(URI.create("jar:" + archive.toUri()), Map.of("create", "true"));
                Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                Files.copy(file, jar.getPath("/" + file.getFileName()));
            }
        }
        assertThat(run(archive, "check", "vote-in-order", "--nodes", "3").out()).contains("Verified");
    }

    @Test
    void whatCannotBeTakenIsRefusedWithTheReason() throws IOException {
        assertRefused(folder.resolve("none.java"), "There is no \"", "--with takes a .java file");
        assertRefused(changed("return phase;", "return faze;"), "does not compile:", "faze");
        assertRefused(changed("\"vote\"", "\"maekawa\""), "A protocol \"maekawa\" is here already");
        Path empty = Files.writeString(folder.resolve("Empty.java"), "public class Empty {}\n");
        assertRefused(empty, "There is no protocol in", "implements io.quorate.core.lock.Protocol");
        assertRefused(Files.writeString(folder.resolve("text.txt"), "text"), "text.txt");
    }

    private static void assertRefused(Path with, String... said) {
        CommandRun run = run(with, "check", "vote");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }

    /** The code of the tutorial is that of the example, line by line. */
    @Test
    void theTutorialQuotesTheExample() throws IOException {
        String example = Files.readString(EXAMPLE);
        List<String> quotes = CODE.matcher(Files.readString(TUTORIAL))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(quotes).hasSizeGreaterThanOrEqualTo(4);
        assertThat(quotes).allSatisfy(quote -> assertThat(example).contains(quote));
    }

    private static void assertIsQuoted(String out) {
        assertIsQuoted(out.lines().filter(line -> !line.contains(" states, ")).toList());
    }

    private static void assertIsQuoted(List<String> lines) {
        assertThat(TUTORIAL).content().contains(lines);
    }
}
