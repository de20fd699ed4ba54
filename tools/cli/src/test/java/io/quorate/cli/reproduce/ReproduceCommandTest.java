// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.quorate.cli.keep.CodeDigest;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the command goes on, ends and tells, with items that are made up. */
@Tag("slow")
@Tag("threads")
final class ReproduceCommandTest {
    @TempDir
    private Path folder;

    private static Item counted(String name, AtomicInteger runs) {
        return ReproduceRun.item(name, 1, (scale, progress) -> {
            runs.incrementAndGet();
            return ReproduceRun.finding("run number " + runs)
                    .show(ReproduceRun.sheet())
                    .plot(ReproduceRun.chart())
                    .draw("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect id=\"r\"/></svg>")
                    .found();
        });
    }

    private Path file(String name) {
        return folder.resolve("items").resolve("full").resolve(name + ".json");
    }

    private String report() throws IOException {
        return Files.readString(folder.resolve("report.html"));
    }

    @Test
    void whatIsThereFromBeforeIsNotMeasuredAgain() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        List<Item> items = List.of(counted("tree-a", runs), ReproduceRun.fine("tree-b"));
        assertThat(ReproduceRun.of(items, "--out", folder).exitCode()).isZero();
        String first = report();
        ReproduceRun second = ReproduceRun.of(items, "--out", folder);
        assertThat(second.exitCode()).isZero();
        assertThat(second.err()).contains("2 of 2 are there from before");
        assertThat(runs).hasValue(1);
        assertThat(report()).isEqualTo(first).contains("run number 1");
        ReproduceRun.of(items, "--out", folder, "--again", "tree-a");
        assertThat(runs).hasValue(2);
        assertThat(report()).contains("run number 2", "so it is");
    }

    @Test
    void aQuickRunAndAFullOneDoNotTakeEachOthersFindings() {
        AtomicInteger runs = new AtomicInteger();
        List<Item> items = List.of(counted("tree-a", runs));
        ReproduceRun.of(items, "--out", folder);
        ReproduceRun.of(items, "--out", folder, "--quick");
        ReproduceRun.of(items, "--out", folder);
        assertThat(runs).hasValue(2);
        assertThat(folder.resolve("report.html")).exists();
        assertThat(folder.resolve("report-quick.html")).exists();
    }

    @Test
    void whatOtherCodeHasFoundIsMeasuredAgain() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        List<Item> items = List.of(counted("tree-a", runs));
        ReproduceRun.of(items, "--out", folder);
        String written = Files.readString(file("tree-a"));
        String code =
                JsonParser.parseString(written).getAsJsonObject().get("code").getAsString();
        assertThat(code).isEqualTo(CodeDigest.ofThisProgram()).hasSize(16);
        Files.writeString(file("tree-a"), written.replace(code, "0123456789abcdef"));
        ReproduceRun again = ReproduceRun.of(items, "--out", folder);
        assertThat(again.err()).contains("tree-a was measured by another build");
        assertThat(runs).hasValue(2);
        assertThat(Files.readString(file("tree-a"))).contains(code);
    }

    @Test
    void aDamagedFileIsMeasuredAgainWithAWordAboutIt() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        List<Item> items = List.of(counted("tree-a", runs));
        ReproduceRun.of(items, "--out", folder);
        String whole = Files.readString(file("tree-a"));
        List<String> damaged = List.of(
                "",
                whole.substring(0, whole.length() / 2),
                "null",
                "[1, 2]",
                "{}",
                whole.replace("\"comparisons\"", "\"lost\""),
                whole.replace("3.0", "\"three\""));
        for (String text : damaged) {
            int before = runs.get();
            Files.writeString(file("tree-a"), text);
            ReproduceRun run = ReproduceRun.of(items, "--out", folder);
            assertThat(run.exitCode()).as(text).isZero();
            assertThat(run.err()).as(text).contains("tree-a.json is damaged, and is not used");
            assertThat(runs.get()).as(text).isEqualTo(before + 1);
        }
        assertThat(Files.readString(file("tree-a"))).contains("\"comparisons\"");
    }

    @Test
    void theFileOfAnotherItemIsNotTaken() throws IOException {
        List<Item> items = List.of(ReproduceRun.fine("tree-a"), ReproduceRun.fine("tree-b"));
        ReproduceRun.of(items, "--out", folder);
        Files.copy(file("tree-b"), file("tree-a"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(ReproduceRun.of(items, "--out", folder).err()).contains("is about something else (tree-b");
    }

    /** The first cannot end before the last has begun, and it has: several run at once. */
    @Test
    void severalAtOnceGiveTheSameInTheSameOrder() throws IOException {
        CountDownLatch lastHasBegun = new CountDownLatch(1);
        List<Item> together = List.of(
                ReproduceRun.item("tree-a", 9, (scale, progress) -> {
                    await(lastHasBegun);
                    progress.at(1);
                    return ReproduceRun.finding("first").found();
                }),
                ReproduceRun.item("tree-b", 5, (scale, progress) -> {
                    lastHasBegun.countDown();
                    return ReproduceRun.finding("second").found();
                }));
        ReproduceRun parallel = ReproduceRun.of(together, "--out", folder, "--jobs", 2);
        assertThat(parallel.exitCode()).isZero();
        assertThat(parallel.out()).containsSubsequence("Place of tree-a", "Place of tree-b");
        Path other = folder.resolve("other");
        ReproduceRun sequence = ReproduceRun.of(together, "--out", other, "--jobs", 1);
        assertThat(sequence.out().replace(other.toString(), ""))
                .isEqualTo(parallel.out().replace(folder.toString(), ""));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void whoBreaksOffKeepsWhatIsDone() throws IOException {
        List<Item> items = List.of(ReproduceRun.fine("tree-a"), ReproduceRun.item("tree-b", 0.5, (scale, progress) -> {
            throw new OutOfMemoryError("as if somebody had pulled the plug");
        }));
        assertThatThrownBy(() -> ReproduceRun.of(items, "--out", folder, "--jobs", 1))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageContaining("plug");
        try (Stream<Path> files = Files.list(folder.resolve("items").resolve("full"))) {
            assertThat(files).containsExactly(file("tree-a"));
        }
    }

    /** The number stands at the beginning of a reason, right behind what was compared. */
    @Test
    void errorsOfPapersAreCountedByTheirNumbers() throws IOException {
        Item item = ReproduceRun.item(
                "tree-a",
                1,
                (scale, progress) -> Finding.of("two claims")
                        .compare(Comparison.differs("a rule, to the letter", "so", "not so", true, "E-T1: it is false"))
                        .compare(Comparison.differs("a number", "so", "not so", true, "the paper counts otherwise"))
                        .found());
        String told = ReproduceRun.of(List.of(item), "--out", folder).out().replaceAll("\\s+", " ");
        assertThat(told).contains("1 of 2 are errors of papers");
    }

    @Test
    void theAnswerIsNoIfAVerdictCannotBeExplained() throws IOException {
        Item wrong = ReproduceRun.item(
                "tree-wrong",
                1,
                (scale, progress) -> Finding.of("a setting")
                        .compare(Comparison.equal("a number", 3, 4))
                        .found());
        Item known = ReproduceRun.item(
                "tree-known",
                1,
                (scale, progress) -> Finding.of("a setting")
                        .compare(Comparison.differs("another", 5, 6, true, "a misprint"))
                        .found());
        ReproduceRun run = ReproduceRun.of(List.of(wrong, known), "--out", folder);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        "Not all verdicts hold: 2 items; 0 equal, 0 within, 1 differs for a known reason, 1 unexplained.")
                .contains("unexplained  tree-wrong: a number", "must be the same", "a misprint");
        assertThat(report()).contains("Not all verdicts hold.");
        assertThat(ReproduceRun.of(List.of(wrong, known), "--out", folder, "tree-known")
                        .exitCode())
                .as("only what was asked for counts")
                .isZero();
    }

    @Test
    void anExperimentThatFailsDoesNotStopTheOthers() throws IOException {
        Item broken = ReproduceRun.item("tree-broken", 9, (scale, progress) -> {
            throw new IllegalStateException("the network is <down>");
        });
        List<Item> items = List.of(broken, ReproduceRun.fine("tree-b"));
        ReproduceRun run = ReproduceRun.of(items, "--out", folder, "--debug");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        "the network is <down>",
                        "1 equal, 0 within, 0 differ for a known reason, 0 unexplained, 1 failed");
        assertThat(run.err()).contains("ReproduceCommandTest");
        assertThat(file("tree-b")).exists();
        assertThat(file("tree-broken")).doesNotExist();
        assertThat(report()).contains("The experiment has failed: ", "the network is &lt;down&gt;");
    }

    @Test
    void oneDocumentForPrograms() {
        List<Item> items = List.of(counted("tree-a", new AtomicInteger()), ReproduceRun.fine("tree-b"));
        ReproduceRun run = ReproduceRun.of(items, "--out", folder, "--json", "tree-a", "tree-a");
        JsonObject document = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(document.get("holds").getAsBoolean()).isTrue();
        assertThat(document.get("report").getAsString()).endsWith("report.html");
        assertThat(document.getAsJsonArray("items")).hasSize(1);
        JsonObject item = document.getAsJsonArray("items").get(0).getAsJsonObject();
        assertThat(item.get("command").getAsString()).isEqualTo("./quorate reproduce tree-a");
        assertThat(item.getAsJsonArray("comparisons")
                        .get(0)
                        .getAsJsonObject()
                        .get("verdict")
                        .getAsString())
                .isEqualTo("equal");
        assertThat(item.getAsJsonArray("charts")).hasSize(1);
    }

    @Test
    void theListSaysWhatThereIsAndMeasuresNothing() {
        AtomicInteger runs = new AtomicInteger();
        List<Item> items = List.of(counted("tree-a", runs), ReproduceRun.fine("tree-b"));
        ReproduceRun run = ReproduceRun.of(items, "--list");
        assertThat(run.out()).contains("tree-a", "Place of tree-a", "Title of tree-b", "maekawa");
        assertThat(JsonParser.parseString(ReproduceRun.of(items, "--list", "--json", "tree-b")
                                .out())
                        .getAsJsonArray())
                .hasSize(1);
        assertThat(runs).hasValue(0);
    }

    @Test
    void wrongWordsAreAnsweredByWhatThereIs() {
        List<Item> items = List.of(ReproduceRun.fine("tree-height"));
        ReproduceRun unknown = ReproduceRun.of(items, "tree-hieght", "--out", folder);
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("There is no paper and no item \"tree-hieght\". Did you mean \"tree-height\"?")
                .contains("maekawa");
        ReproduceRun none = ReproduceRun.of(items, "--jobs", 0, "--out", folder);
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("--jobs 1 or more");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaidBeforeAnythingIsMeasured() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        Path inTheWay = Files.writeString(folder.resolve("in-the-way"), "a file");
        ReproduceRun run = ReproduceRun.of(List.of(counted("tree-a", runs)), "--out", inTheWay);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("in-the-way").contains("Give another place");
        assertThat(runs).hasValue(0);
    }
}
