// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code plan}, as a person uses it. */
@Tag("slow")
final class PlanCommandTest {
    @TempDir
    private Path folder;

    @Test
    void theSystemsAreComparedAndOneIsRecommended() {
        CommandRun run = CommandRun.of("plan", "13");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("plane", "majority", "1.3e-7", "1.6e-11", "Take plane: a node asks only 4 of 13")
                .contains("Same figures as plane: degenerate-plane, plane-on-subset, cyclic-cover, intersection-only");
        assertThat(run.out()).containsSubsequence("survives   failures", "no quorum  how likely");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5,101", "100,101", "1000,101", "13 --zones 3,102", "1000 --zones 3,118"})
    void theTableIsNarrowEnoughToRead(String arguments, int widest) {
        assertThat(CommandRun.of(("plan " + arguments).split(" ")).out().lines())
                .isNotEmpty()
                .allMatch(line -> line.length() <= widest);
    }

    @Test
    void whatIsOnlyBoundedIsShownAsABoundAndNeverAsNothing() {
        String table = CommandRun.of("plan", "100").out();
        assertThat(table).containsPattern("plane-on-subset .* <\\d\\.\\de-\\d+").doesNotContain(" 0.0e");
        assertThat(CommandRun.of("plan", "1000").out()).containsPattern("majority .* <1e-99");
    }

    @Test
    void wishesAreMetOrTheSystemIsMarked() {
        CommandRun run = CommandRun.of("plan", "13", "--failures", "4", "--p", "0.05");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("must survive any 4 failures", "Take majority")
                .containsPattern("plane .* too few failures");
        CommandRun zones = CommandRun.of("plan", "13", "--zones", "5,4,4");
        assertThat(zones.out())
                .containsPattern("plane .* ~\\d+% +lost with a zone")
                .contains("loss of any one zone is survived too");
    }

    @Test
    void aWishThatCannotBeMetEndsWithNoAndSaysWhatWouldMeetIt() {
        CommandRun run = CommandRun.of("plan", "10", "--failures", "6");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("13 nodes or more");
        CommandRun json = CommandRun.of("plan", "10", "--failures", "6", "--json");
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(json.json().get("recommended").isJsonNull()).isTrue();
    }

    @Test
    void thePlanIsADocumentToo() {
        JsonObject plan = CommandRun.of("plan", "7", "--json", "--zones", "3").json();
        assertThat(plan.get("nodes").getAsInt()).isEqualTo(7);
        assertThat(plan.get("recommended").getAsString()).isEqualTo("majority");
        JsonObject first = plan.getAsJsonArray("systems").get(0).getAsJsonObject();
        assertThat(first.getAsJsonObject("messages").get("light").getAsDouble()).isPositive();
        assertThat(first.getAsJsonObject("busiestNode").keySet())
                .containsExactly("bestAtLeast", "bestAtMost", "oneLock", "manyLocks");
        assertThat(first.getAsJsonObject("unavailability").get("exact").getAsBoolean())
                .isTrue();
        assertThat(first.getAsJsonObject("zoneLoss").get("isExact").getAsBoolean())
                .isTrue();
    }

    @Test
    void delaysShowWhatTheNearestQuorumDoesToTheLoad() {
        CommandRun run = CommandRun.of("plan", "3", "--delay", "matrix:0,1ms,20ms/1ms,0,20ms/20ms,20ms,0");
        assertThat(run.out()).containsPattern("majority +\\d+\\.\\d ms +6\\d% +14\\.7 ms +\\d+%");
        JsonObject plan = CommandRun.of("plan", "3", "--json", "--delay", "zones:2,1:500us:10ms")
                .json();
        JsonObject near =
                plan.getAsJsonArray("systems").get(0).getAsJsonObject().getAsJsonObject("nearness");
        assertThat(roundTrip(near, "nearest")).isLessThan(roundTrip(near, "byName"));
    }

    private static double roundTrip(JsonObject nearness, String choice) {
        return nearness.getAsJsonObject(choice).get("roundTripNanos").getAsDouble();
    }

    @Test
    void theRecommendedSystemOrAnotherIsDrawn() throws Exception {
        Path recommended = folder.resolve("new").resolve("plane.svg");
        CommandRun run = CommandRun.of("plan", "13", "--draw", recommended.toString());
        assertThat(run.err()).contains("Drawn: plane in " + recommended);
        assertThat(Files.readString(recommended)).startsWith("<svg").contains("</svg>");
        Path named = folder.resolve("tree.svg");
        CommandRun tree = CommandRun.of("plan", "13", "--system", "tree:4", "--draw", named.toString());
        assertThat(tree.out()).contains("tree:4");
        assertThat(tree.err()).contains("Drawn: tree:4");
        assertThat(Files.readString(named)).isNotEqualTo(Files.readString(recommended));
    }

    @Test
    void quorumsOfOnesOwnAreComparedToo() throws Exception {
        Path file = Files.writeString(folder.resolve("hub.txt"), "n1 n2\nn1 n3\n");
        assertThat(CommandRun.of("plan", "3", "--system", "file:" + file).out()).contains("sets:n1,n2/n1,n3");
        assertThat(CommandRun.of("plan", "4", "--system", "n1,n2/n1,n3,n4").out())
                .contains("sets:n1,n2/n1,n...");
    }

    @Test
    void nothingIsDrawnWhereNothingIsRecommended() {
        Path file = folder.resolve("none.svg");
        CommandRun run = CommandRun.of("plan", "10", "--failures", "6", "--draw", file.toString());
        assertThat(run.err()).contains("Nothing drawn", "--system");
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|There must be 1 to 10303 nodes; you gave 0",
                "10304|There must be 1 to 10303 nodes",
                "many|'many' is not a whole number",
                "5 --failures -1|0 or more; you gave -1",
                "5 --p 1|from 0 up to, but not, 1",
                "5 --p x|'x' is not a number",
                "5 --zones 2,2|have 4 nodes together, but there are 5",
                "5 --zones 9|no more than nodes",
                "5 --system tre|Did you mean \"tree\"?",
                "5 --system plane|the nearest are 3 and 7",
                "5 --system file:none.txt|there is no such file",
                "5 --system n1,n2/n3,n4|have no node in common",
                "101 --delay 1ms|for up to 100 nodes",
                "5 --delay zones:2,2:1ms:9ms|have 4 nodes together",
                "5 --draw fano.png|A drawing is written as .svg"
            })
    void whatIsWrittenWronglyIsRefusedWithWhatToDo(String arguments, String answer) {
        CommandRun run = CommandRun.of(("plan " + arguments).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(answer);
    }
}
