// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code dht}, as a person uses it. */
@Tag("slow")
final class DhtCommandTest {
    @Test
    void oneRunOfEachProtocolTellsItsMessages() {
        CommandRun run = CommandRun.of("dht", "--nodes", "60");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("60 nodes, 3 replicas, churn 0 a round, seed 1", "rounds of 2.00 s", "who waits asks again")
                .contains("sigma: ", "endtoend: ", "nonendtoend: ", "Request, a hop", "IAmWinner, a hop", "Gather")
                .contains("yes  never were two inside, and fences rose")
                .contains("./quorate dht --nodes 60 --seed 1");
    }

    @Test
    void aRunIsADocumentToo() {
        JsonObject report = CommandRun.of(
                        "dht", "--nodes", "40", "--protocols", "sigma", "--retries", "never", "--json")
                .json();
        JsonObject only = report.getAsJsonArray("runs").get(0).getAsJsonObject();
        assertThat(only.get("retries").getAsString()).isEqualTo("never");
        assertThat(only.getAsJsonObject("entries").get("requested").getAsInt()).isEqualTo(400);
        assertThat(only.getAsJsonObject("messages").get("ofLocks").getAsLong()).isPositive();
        assertThat(only.getAsJsonObject("load").get("mean").getAsDouble()).isPositive();
    }

    @Test
    void printedRulesRunBesideTheOthers() {
        CommandRun run = CommandRun.of("dht", "--nodes", "50", "--rules", "as-printed");
        assertThat(run.out()).contains("sigma", "endtoend:as-printed", "nonendtoend:as-printed");
        CommandRun refused = CommandRun.of("dht", "--nodes", "50", "--protocols", "sigma", "--rules", "as-printed");
        assertThat(refused.err()).contains("None of these protocols has rules \"as-printed\"");
    }

    private static CommandRun published(Path table, String... more) {
        List<String> words = new ArrayList<>(List.of("dht", "--data", table.toString()));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    /** A run is a line with its seed; the same run again takes its place. */
    @Test
    void runsArePublishedAsLinesWithTheirSeeds(@TempDir Path folder) throws IOException {
        Path table = folder.resolve("runs.csv");
        String[] two = {"--figure", "3", "--nodes", "20", "--protocols", "sigma,nonendtoend:as-printed", "--runs", "2"};
        assertThat(published(table, two).exitCode()).isZero();
        List<String> lines = Files.readAllLines(table);
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0))
                .startsWith("protocol,nodes,replicas,churn,retries,round-ms,keep-alive-ms,seed,messages");
        assertThat(lines.get(1)).startsWith("nonendtoend:as-printed,20,3,0,informed,2000,0,1,");
        assertThat(lines.get(4)).startsWith("sigma,20,3,0,informed,2000,0,2,").contains(";Request/a hop=");
        assertThat(published(table, two).exitCode()).isZero();
        assertThat(Files.readAllLines(table)).isEqualTo(lines);
        Files.writeString(table, lines.get(0) + "\nsigma,20\n");
        assertThat(published(table, two).err()).contains("line 2 is no run", "Remove it");
        assertThat(published(table).err()).contains("say which, as in --figure 3");
    }

    /** The page of the documentation, from the runs that are published with it. */
    @Test
    void thePageIsDrawnFromTheRuns(@TempDir Path folder) throws IOException {
        Path study = Path.of("../../docs/study");
        Path page = folder.resolve("page.md");
        String text = Files.readString(study.resolve("protocols/dht-experiments.md"));
        Files.writeString(page, text.replace("1.69 ± 0.02", "something else"));
        CommandRun run =
                published(study.resolve("data/dht.csv"), "--page", page.toString(), "--svg", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Files.readString(page)).isEqualTo(text);
        assertThat(folder.resolve("dht-figure-3.svg")).isNotEmptyFile();
        assertThat(folder.resolve("dht-figure-5-printed.svg")).isNotEmptyFile();
        assertThat(CommandRun.of("dht", "--page", page.toString()).err()).contains("name their table");
    }

    private static CommandRun keptFigure(Path folder, String runs) {
        return CommandRun.of(
                "dht",
                "--figure",
                "retries",
                "--nodes",
                "20",
                "--retries",
                "never",
                "--protocols",
                "sigma",
                "--runs",
                runs,
                "--keep",
                folder.toString());
    }

    private static Path fileOfSeed(Path folder, int seed) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("sigma-20-nodes-churn-0-seed-" + seed))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void runsThatAreKeptAreNotRunAgain(@TempDir Path folder) throws IOException {
        CommandRun first = keptFigure(folder, "1");
        Path file = fileOfSeed(folder, 1);
        JsonObject kept = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        kept.getAsJsonObject("messages").addProperty("ofLocks", 77_000_001);
        Files.writeString(file, kept.toString());
        CommandRun second = keptFigure(folder, "2");
        assertThat(first.out()).doesNotContain("38,50");
        assertThat(second.out()).contains("Means of 2 runs").containsPattern("never +sigma +38,50\\d,\\d{3} ");
        assertThat(fileOfSeed(folder, 2)).exists();
        assertThat(second.err()).isEmpty();
    }

    @Test
    void aRunIsAsGoodFromItsFile(@TempDir Path folder) {
        assertThat(keptFigure(folder, "2").out().lines().skip(1).toList())
                .isEqualTo(keptFigure(folder, "2").out().lines().skip(1).toList())
                .anyMatch(line -> line.contains("never"));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"code\": \"', '\"code\": \"0', another build",
        "'seed 1', 'seed 7', something else",
        "'{', '', damaged"
    })
    void whatIsOfNoUseIsSaidAndRunAgain(String part, String instead, String notice, @TempDir Path folder)
            throws IOException {
        CommandRun first = keptFigure(folder, "1");
        Path file = fileOfSeed(folder, 1);
        String good = Files.readString(file);
        Files.writeString(file, good.replace(part, instead));
        CommandRun second = keptFigure(folder, "1");
        assertThat(second.err()).contains(file.toString(), notice, "is not used");
        assertThat(second.out().lines().skip(1))
                .containsExactlyElementsOf(first.out().lines().skip(1).toList());
        assertThat(file).hasContent(good);
    }

    @Test
    void onlyAFigureHasRunsToKeep(@TempDir Path folder) {
        CommandRun run = CommandRun.of("dht", "--nodes", "20", "--keep", folder.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("say which, as in --figure 3");
    }

    @Test
    void aFolderThatCannotBeIsRefusedBeforeAnythingIsRun(@TempDir Path folder) throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("file"), "");
        CommandRun run = keptFigure(inTheWay, "1");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains(inTheWay.toString(), "there is a file in the way");
    }

    @Test
    void aFigureIsATableAndAPicture(@TempDir Path folder) {
        CommandRun run = CommandRun.of(
                "dht",
                "--figure",
                "retries",
                "--nodes",
                "40",
                "--retries",
                "never,0.5",
                "--runs",
                "1",
                "--protocols",
                "sigma,endtoend",
                "--svg",
                folder.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Means of 1 run", "sigma / this", "If only with sigma who waits asks again")
                .containsPattern("0.5 +endtoend +\\d")
                .contains("Drawn: " + folder.resolve("dht-retries.svg"));
        assertThat(folder.resolve("dht-retries.svg")).content().contains("<svg", "endtoend");
    }

    @Test
    void aFigureIsADocumentToo() {
        JsonObject figure = CommandRun.of(
                        "dht",
                        "--figure",
                        "4",
                        "--nodes",
                        "40",
                        "--replicas",
                        "1,3",
                        "--runs",
                        "1",
                        "--protocols",
                        "endtoend",
                        "--json")
                .json();
        assertThat(figure.get("over").getAsString()).isEqualTo("replicas");
        assertThat(figure.getAsJsonArray("points")).hasSize(2);
        assertThat(figure.get("replay").getAsString())
                .isEqualTo("./quorate dht --figure 4 --protocols endtoend --nodes 40 --replicas 1,3 --runs 1 --seed 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--figure 6|There are --figure 3, 4, 5 and retries",
                "--nodes 0|you gave 0",
                "--nodes 10,20|One value of --nodes is enough here",
                "--nodes many|\"many\"",
                "--protocols quorumlock|does not need an overlay",
                "--protocols sgima|Did you mean \"sigma\"?",
                "--retries often|\"often\"",
                "--nodes 20 --churn 4 --keep-alive off|give a time between keep-alives",
                "--nodes 20 --churn 4 --keep-alive 3s|within a lease",
                "--nodes 20 --svg pictures|Only a figure can be drawn"
            })
    void whatIsWrittenWronglyIsRefusedWithWhatToDo(String arguments, String answer) {
        CommandRun run = CommandRun.of(("dht " + arguments).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(answer);
    }
}
