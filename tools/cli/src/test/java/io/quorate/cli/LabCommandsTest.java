// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check} and {@code simulate}, as a person uses them. */
final class LabCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void aSmallSystemIsVerifiedAndEveryPropertyIsNamed() {
        CommandRun run = CommandRun.of("check", "quorumlock", "--nodes", "3", "--contenders", "2");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("states a second", "yes      always     at no instant", "Verified");
    }

    @Test
    void faultsThatTheProtocolDoesNotClaimToSurviveAreSaidToBeSuch() {
        CommandRun run = CommandRun.of("check", "central", "--nodes", "3", "--contenders", "2", "--resets", "1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("central does not claim to survive link resets");
        assertThat(CommandRun.of("check", "quorumlock", "--nodes", "3", "--contenders", "2", "--resets", "1")
                        .out())
                .doesNotContain("does not claim");
    }

    @Test
    void theVerdictIsADocumentToo() {
        CommandRun run = CommandRun.of("check", "quorumlock", "--nodes", "3", "--contenders", "2", "--json");
        JsonObject report = run.json();
        assertThat(report.get("verdict").getAsString()).isEqualTo("valid");
        assertThat(report.get("states").getAsLong()).isGreaterThan(50);
        assertThat(report.get("complete").getAsBoolean()).isTrue();
        assertThat(report.get("scenario").isJsonNull()).isTrue();
    }

    @Test
    void aSearchThatWasCutShortVerifiesNothing() {
        CommandRun run = CommandRun.of("check", "quorumlock", "--limit", "50");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("Not verified", "--limit");
    }

    @Test
    void aViolationIsShownAsAShortestRunAndDrawn() throws Exception {
        Path svg = folder.resolve("run.svg");
        Path trace = folder.resolve("run.trace");
        CommandRun run = CommandRun.of(
                "check",
                "quorumlock",
                "--nodes",
                "3",
                "--without",
                "R7",
                "--draw",
                svg.toString(),
                "--trace",
                trace.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("NO       always", "Violated", "acquire n1\n----\n")
                .containsPattern("n1 +holds");
        assertIsSvg(svg);
        assertThat(CommandRun.of("trace", trace.toString()).out()).contains("n1", "n2", "n3", "holds");
    }

    @Test
    void quorumsCanBeListedAndAreRefusedUnlessTheyMeet() {
        CommandRun fine = CommandRun.of(
                "check", "quorumlock", "--nodes", "3", "--quorums", "n1,n2/n2,n3/n1,n3", "--contenders", "2");
        assertThat(fine.exitCode()).isZero();
        CommandRun apart = CommandRun.of("check", "quorumlock", "--nodes", "4", "--quorums", "n1,n2/n3,n4");
        assertThat(apart.exitCode()).isEqualTo(2);
        assertThat(apart.err()).contains("have no node in common");
        CommandRun typo = CommandRun.of("check", "quorumlock", "--quorums", "majorty");
        assertThat(typo.err()).contains("Did you mean \"majority\"?");
    }

    @Test
    void quorumsCanBeReadFromAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("quorums.txt"), "S1 = {1, 2}\nS3 = {1, 3}  # for n3\nS2 = {2, 3}\n");
        CommandRun checked =
                CommandRun.of("check", "quorumlock", "--nodes", "3", "--contenders", "2", "--quorums", "file:" + file);
        assertThat(checked.exitCode()).as(checked.err()).isZero();
        assertThat(checked.out()).contains("quorums {n1,n2} {n2,n3} {n1,n3}");
        CommandRun simulated =
                CommandRun.of("simulate", "quorumlock", "--nodes", "3", "--claims", "50", "--quorums", "file:" + file);
        assertThat(simulated.exitCode()).as(simulated.err()).isZero();
        CommandRun missing = CommandRun.of("check", "quorumlock", "--quorums", "file:" + directory.resolve("none"));
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("there is no such file", "one quorum a line");
    }

    @Test
    void simulatesWithTheQuorumsThatAreUsualForSoManyNodes() {
        CommandRun five = CommandRun.of("simulate", "maekawa", "--claims", "20");
        assertThat(five.exitCode()).as(five.err()).isZero();
        assertThat(five.out()).contains("quorums cyclic-cover");
        assertThat(CommandRun.of("simulate", "maekawa", "--claims", "20", "--nodes", "7")
                        .out())
                .contains("quorums plane");
    }

    @Test
    void aProtocolThatNeedsOrderIsShownWithoutIt() {
        CommandRun run = CommandRun.of("check", "central", "--network", "unordered", "--abandon");
        assertThat(run.exitCode()).isOne();
        assertThat(run.out()).contains("does not claim to survive messages out of order", "A shortest run");
    }

    @Test
    void whatCannotBeCheckedIsRefusedWithAReason() {
        assertThat(CommandRun.of("simulate", "central", "--network", "unordered")
                        .err())
                .contains("choose fifo");
        assertThat(CommandRun.of("check", "quorumlock", "--placed", "byname").err())
                .contains("There is no way to place locks \"byname\". Did you mean \"by-name\"?");
        assertThat(CommandRun.of("check", "quorumlock", "--network", "fivo").err())
                .contains("Did you mean \"fifo\"?");
        assertThat(CommandRun.of("check", "quorumlock", "--contenders", "9").err())
                .contains("1 to 4 contenders");
        assertThat(CommandRun.of("check", "quorumlock", "--nodes", "0").err()).contains("1 to 1000 nodes; you gave 0");
        assertThat(CommandRun.of("check", "quorumlock", "--resets", "-1").err()).contains("0 or more");
        assertThat(CommandRun.of("check", "quorumlock", "--without", "r7").err())
                .contains("Did you mean \"R7\"?");
        assertThat(CommandRun.of("check", "tree:as-printed", "--without", "R7").err())
                .contains("has no rules");
        assertThat(CommandRun.of("check", "quorumlock", "--draw", "run.png").err())
                .contains("written as .svg");
        assertThat(CommandRun.of("check", "tree:as-printed", "--mutants").err())
                .contains("no rules that can be left out");
        assertThat(CommandRun.of("check", "quorumlock", "--show", "R99").err()).contains("There is no rule \"R99\"");
    }

    @Test
    void whatCannotBeSimulatedIsRefusedWithAReason() {
        assertThat(CommandRun.of("simulate", "quorumlock", "--nodes", "-1").err())
                .contains("1 to 1000 nodes; you gave -1");
        assertThat(CommandRun.of("simulate", "quorumlock", "--network", "fivo").err())
                .contains("Did you mean \"fifo\"?");
        assertThat(CommandRun.of("simulate", "quorumlock", "--load", "0.3", "--arrivals", "alone")
                        .err())
                .contains("give one of the two");
        assertThat(CommandRun.of("simulate", "quorumlock", "--faults", "resets=5")
                        .err())
                .contains("from 0 to 1", "resets=5");
        assertThat(CommandRun.of("simulate", "quorumlock", "--delay", "soon").err())
                .contains("exponential:1000000");
        assertThat(CommandRun.of("simulate", "quorumlock", "--delay", "file:" + folder.resolve("none"))
                        .err())
                .contains("The delays cannot be read", "zones europe america");
    }

    @Test
    void aRuleThatIsLeftOutIsMissed() throws IOException {
        CommandRun run =
                CommandRun.of("check", "quorumlock", "--mutants", "--show", "A4a", "--scenarios", folder.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("A4a", "rejected", "does not make the voter inquire");
        assertThat(Files.readString(folder.resolve("A4a.scn"))).contains("without A4a", "acquire");
        assertThat(CommandRun.of("trace", folder.resolve("A4a.scn").toString()).exitCode())
                .isZero();
    }

    @Test
    void theSameSeedIsTheSameRun() {
        String[] command = {"simulate", "quorumlock", "--seed", "5", "--entries", "100", "--json"};
        JsonObject first =
                CommandRun.of(command).json().getAsJsonArray("runs").get(0).getAsJsonObject();
        JsonObject second =
                CommandRun.of(command).json().getAsJsonArray("runs").get(0).getAsJsonObject();
        assertThat(first).isEqualTo(second);
        assertThat(first.get("entries").getAsInt()).isEqualTo(100);
        command[3] = "6";
        JsonObject other =
                CommandRun.of(command).json().getAsJsonArray("runs").get(0).getAsJsonObject();
        assertThat(other.get("traceHash")).isNotEqualTo(first.get("traceHash"));
    }

    @Test
    void theReplayCommandIsOneThatTheProgramUnderstands() {
        JsonObject drawn = CommandRun.of("simulate", "quorumlock", "--swarm", "--seed", "3", "--json")
                .json()
                .getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject();
        String replay =
                drawn.get("replay").getAsString().replace("./quorate ", "").replace("'", "") + " --json";
        JsonObject again = CommandRun.of(replay.split(" "))
                .json()
                .getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject();
        assertThat(again.get("traceHash")).isEqualTo(drawn.get("traceHash"));
    }

    @Test
    void aClaimThatNobodyContestsCostsWhatTheFormulaSays() {
        CommandRun run = CommandRun.of(
                "simulate", "quorumlock", "--nodes", "7", "--arrivals", "alone", "--entries", "50", "--json");
        JsonObject report = run.json().getAsJsonArray("runs").get(0).getAsJsonObject();
        assertThat(report.get("messagesPerEntry").getAsDouble()).isEqualTo(9.0);
    }

    @Test
    void manyRunsAreSummedUp() {
        CommandRun run = CommandRun.of("simulate", "quorumlock", "--swarm", "--runs", "20");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("20 runs", "All fine");
    }

    @Test
    void stormsAreSummedUpAndOneIsToldWhole() {
        CommandRun many = CommandRun.of("simulate", "quorumlock", "--storm", "--runs", "10");
        assertThat(many.exitCode()).as(many.out()).isZero();
        assertThat(many.out()).contains("10 storms", "crashes", "All fine: no two valid holds at once");
        CommandRun two = CommandRun.of("simulate", "quorumlock", "--storm", "--nodes", "2", "--runs", "2");
        assertThat(two.out()).contains("2 storms", "All fine: no two valid holds at once");
        CommandRun one = CommandRun.of(
                "simulate", "quorumlock", "--storm", "--seed", "3", "--nodes", "3", "--faults", "crashes,pauses");
        assertThat(one.exitCode()).as(one.out()).isZero();
        assertThat(one.out()).contains("nodes 3", "yes  fences rose", "the bound is", "--faults crashes,pauses");
    }

    @Test
    void aStormThatBreaksAPromiseIsToldToItsEndAndReplayedByItsCommand() {
        CommandRun run = CommandRun.of("simulate", "quorumlock", "--storm", "--without", "F2", "--runs", "50");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        "BROKEN: fences do not rise",
                        "Stopped at the first storm",
                        "--without F2",
                        "with fewer kinds of faults");
        String replay = run.out()
                .substring(run.out().lastIndexOf("./quorate ") + 10)
                .strip()
                .replace("'", "");
        CommandRun again = CommandRun.of(replay.split(" "));
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains(again.out().substring(again.out().indexOf("trace hash")));
    }

    @Test
    void aStormOverAnOverlayIsToldAndReplayed() {
        String[] command = {
            "simulate", "sigma", "--storm", "--overlay", "ring", "--nodes", "6", "--faults", "crashes,loss"
        };
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("over ring, rounds of", "yes  no two valid holds at once", "fences rose wherever clocks")
                .contains(
                        "./quorate simulate sigma --storm --seed 1 --nodes 6", "--overlay ring --faults crashes,loss");
        assertThat(CommandRun.of(command).out()).isEqualTo(run.out());
        assertThat(CommandRun.of("simulate", "sigma", "--storm", "--overlay", "fixed")
                        .err())
                .contains("pastry, ring");
        assertThat(CommandRun.of("simulate", "quorumlock", "--storm", "--overlay", "ring")
                        .err())
                .contains("take --overlay away");
    }

    @Test
    void whatAStormCannotTakeIsRefusedWithAReason() {
        assertThat(CommandRun.of("simulate", "maekawa", "--storm").err()).contains("needs a protocol with leases");
        assertThat(CommandRun.of("simulate", "quorumlock", "--storm", "--claims", "5")
                        .err())
                .contains("A storm draws --claims from its seed");
        assertThat(CommandRun.of("simulate", "quorumlock", "--storm", "--plot", "load.svg")
                        .err())
                .contains("take --plot away");
        assertThat(CommandRun.of("simulate", "quorumlock", "--storm", "--faults", "pause")
                        .err())
                .contains("Did you mean \"pauses\"?");
    }

    @Test
    void loadIsPlottedAndARunIsDrawn() throws Exception {
        Path plot = folder.resolve("load.svg");
        Path bitmap = folder.resolve("load.png");
        Path drawing = folder.resolve("run.svg");
        assertThat(CommandRun.of(
                                "simulate",
                                "quorumlock",
                                "--entries",
                                "50",
                                "--plot",
                                plot.toString(),
                                "--draw",
                                drawing.toString())
                        .exitCode())
                .isZero();
        assertIsSvg(plot);
        assertIsSvg(drawing);
        assertThat(Files.readString(plot))
                .contains(
                        "stroke-dasharray:8,4",
                        "stroke-dasharray:3,3",
                        "rgb(0,114,178)",
                        "rgb(213,94,0)",
                        "7(K-1), the bound");
        CommandRun.of("simulate", "quorumlock", "--entries", "20", "--plot", bitmap.toString());
        assertThat(Files.readAllBytes(bitmap)).startsWith(0x89, 'P', 'N', 'G');
        assertThat(CommandRun.of("simulate", "quorumlock", "--plot", "load.gif").err())
                .contains(".svg or .png");
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsNamedInASentence() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        CommandRun run = CommandRun.of(
                "simulate",
                "quorumlock",
                "--claims",
                "5",
                "--trace",
                file.resolve("run.trace").toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("Cannot read or write \"" + file, "Give another place.");
    }

    static void assertIsSvg(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        var document = factory.newDocumentBuilder().parse(file.toFile());
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getDocumentElement().getChildNodes().getLength()).isGreaterThan(3);
    }

    @Test
    void aSetOfRulesIsMeantWithItsMutantsAndItsNetwork() {
        CommandRun mutants = CommandRun.of("check", "maekawa", "--rules", "take-over", "--mutants", "--show", "T1");
        assertThat(mutants.exitCode()).isZero();
        assertThat(mutants.out()).contains("T1").contains("rules take-over");
        CommandRun printed =
                CommandRun.of("simulate", "maekawa", "--rules", "as-printed", "--nodes", "3", "--claims", "5");
        assertThat(printed.out()).contains("rules as-printed").contains("network fifo");
    }
}
