// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
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
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class CompareCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun compare(String... arguments) {
        return CommandRun.of(Stream.concat(Stream.of("compare", "--entries", "60"), Stream.of(arguments))
                .toArray(String[]::new));
    }

    @Test
    void allProtocolsStandSideBySideWithWhatTheorySays() {
        CommandRun run = compare("--nodes", "7", "--load", "light");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(Protocols.all().stream().map(Protocol::name).toList())
                .containsPattern("quorumlock +majority +9\\.00 +3\\(K-1\\) = 9 +2\\.00 T")
                .containsPattern("maekawa +plane +6\\.00 +3\\(K-1\\) = 6 +2\\.00 T")
                .containsPattern("ricart-agrawala +all +12\\.00 +2\\(N-1\\) = 12 +2\\.00 T")
                .containsPattern("suzuki-kasami +all +6\\.[0-9]+ +N = 7, 0 at the token")
                .containsPattern("central +singleton +2\\.57 +3 per node asked = 2\\.57")
                .contains("The same again: ./quorate compare --nodes 7 --load light --entries 60 --seed 1")
                .doesNotContain("hand-over", "Not measured");
    }

    @Test
    void underHeavyLoadTheLockIsHandedOver() {
        CommandRun run = compare("--nodes", "7", "--load", "heavy", "--protocols", "maekawa,lamport,raymond");
        assertThat(run.out())
                .containsPattern("maekawa +plane +[0-9.]+ +up to 6\\(K-1\\) = 12 .* 2\\.00 T  up to 2T")
                .containsPattern("lamport .* 1\\.00 T +1\\.00 T  T ")
                .containsPattern("raymond .* 4\\(N-1\\)/N = 3\\.43")
                .contains("hand-over", "overtaken");
    }

    @Test
    void whoCannotRunIsListedWithTheReason() {
        CommandRun run = compare(
                "--nodes", "3", "--delay", "exponential", "--protocols", "central,ricart-agrawala:implicit-reply");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Not measured:", "ricart-agrawala:implicit-reply needs delays of at most");
    }

    @Test
    void theDocumentHasEveryMeasureOfEveryProtocol() {
        JsonObject document = compare("--nodes", "5", "--load", "heavy", "--protocols", "central,lamport", "--json")
                .json();
        assertThat(document.get("nodes").getAsInt()).isEqualTo(5);
        assertThat(document.get("load").getAsString()).isEqualTo("heavy");
        assertThat(document.getAsJsonArray("impossible")).isEmpty();
        JsonArray rows = document.getAsJsonArray("protocols");
        assertThat(rows).hasSize(2);
        JsonObject lamport = rows.get(1).getAsJsonObject();
        assertThat(lamport.keySet())
                .containsExactly(
                        "protocol",
                        "quorums",
                        "entries",
                        "messages",
                        "messagesByTheory",
                        "delay",
                        "busiestNode",
                        "busiestMessages",
                        "synchronisationDelay",
                        "longestSynchronisationDelay",
                        "synchronisationByTheory",
                        "overtakings",
                        "worstOvertaken",
                        "traceHash",
                        "replay");
        assertThat(lamport.get("messages").getAsDouble()).isEqualTo(12);
        assertThat(lamport.get("messagesByTheory").getAsString()).isEqualTo("3(N-1) = 12");
        assertThat(lamport.get("synchronisationDelay").getAsDouble()).isEqualTo(1);
        assertThat(lamport.get("replay").getAsString()).startsWith("./quorate simulate lamport --seed 1 --nodes 5");
    }

    @Test
    void theNumberOfJobsChangesNothing() {
        String[] some = {"--nodes", "5", "--load", "0.5", "--protocols", "maekawa,central,lamport", "--json"};
        assertThat(compare(Stream.concat(Stream.of(some), Stream.of("--jobs", "1"))
                                .toArray(String[]::new))
                        .out())
                .isEqualTo(compare(Stream.concat(Stream.of(some), Stream.of("--jobs", "3"))
                                .toArray(String[]::new))
                        .out());
    }

    /** What a row says to run again is the run that was measured. */
    @Test
    void aRowCanBeRunAgainAlone() {
        JsonObject row = compare("--nodes", "5", "--load", "0.5", "--protocols", "maekawa", "--json")
                .json()
                .getAsJsonArray("protocols")
                .get(0)
                .getAsJsonObject();
        String[] command =
                row.get("replay").getAsString().replace("./quorate ", "").split(" ");
        assertThat(CommandRun.of(command).out())
                .contains("trace hash " + row.get("traceHash").getAsString());
    }

    @Test
    void everyMeasureIsPlottedOverNodesAndOverLoad() throws IOException {
        JsonObject document = compare(
                        "--load",
                        "heavy",
                        "--nodes",
                        "3",
                        "--protocols",
                        "central,lamport",
                        "--over-nodes",
                        "3,2",
                        "--over-loads",
                        "0,0.9",
                        "--svg",
                        folder.toString(),
                        "--json")
                .json();
        List<String> names = new ArrayList<>();
        for (JsonElement file : document.getAsJsonArray("files")) {
            Path path = Path.of(file.getAsString());
            names.add(path.getFileName().toString());
            assertThat(Files.readString(path)).startsWith("<svg").contains("central; lamport");
        }
        assertThat(names)
                .containsExactly(
                        "messages-over-nodes.svg",
                        "delay-over-nodes.svg",
                        "synchronisation-over-nodes.svg",
                        "busiest-over-nodes.svg",
                        "overtakings-over-nodes.svg",
                        "messages-over-load.svg",
                        "delay-over-load.svg",
                        "synchronisation-over-load.svg",
                        "busiest-over-load.svg",
                        "overtakings-over-load.svg");
        assertThat(document.getAsJsonArray("overNodes")).hasSize(2);
        assertThat(document.getAsJsonArray("overNodes")
                        .get(0)
                        .getAsJsonObject()
                        .get("at")
                        .getAsDouble())
                .isEqualTo(2);
        assertThat(theory(document, "overLoad")).containsExactly("3 per node asked = 2", "3(N-1) = 6");
        assertThat(theory(document, "overNodes")).containsExactly("3 per node asked = 1.50", "3(N-1) = 3");
    }

    private static List<String> theory(JsonObject document, String sweep) {
        List<String> said = new ArrayList<>();
        JsonObject first = document.getAsJsonArray(sweep).get(0).getAsJsonObject();
        first.getAsJsonArray("protocols")
                .forEach(row ->
                        said.add(row.getAsJsonObject().get("messagesByTheory").getAsString()));
        return said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "heavy"})
    void theTablesOfThePageAreWhatIsMeasured(String load) throws IOException {
        String page = Files.readString(Path.of("../../docs/study/compare.md"));
        String table = CommandRun.of("compare", "--nodes", "13", "--load", load).out();
        assertThat(table.lines().filter(line -> line.matches("  [a-z-]+ +[a-z-]+ +[0-9]+\\.[0-9]{2} .*")))
                .hasSize(Protocols.all().size())
                .allSatisfy(row -> assertThat(page).contains(row));
    }

    @ParameterizedTest
    @CsvSource({
        "--load, middle, 'light, heavy, or a number from 0 to 1'",
        "--load, 1.5, 'light, heavy, or a number from 0 to 1'",
        "--nodes, 0, 'There must be 1 to 1000 nodes; you gave 0.'",
        "--nodes, many, 'is not a whole number'",
        "--protocols, maekawas, 'Did you mean \"maekawa\"?'",
        "--protocols, 'maekawa,maekawa', 'given twice'",
        "--hold, 0, 'more than 0'",
        "--entries, 0, 'at least one entry'",
        "--delay, often, 'There is no distribution'"
    })
    void whatMeansNothingIsRefused(String option, String value, String said) {
        CommandRun run = CommandRun.of("compare", option, value);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }

    @Test
    void onlyNumbersArePlottedOver() {
        CommandRun run = compare("--svg", folder.toString(), "--over-loads", "0.1,heavy");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("see it with --load heavy");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aBrokenPromiseEndsTheComparison() {
        CommandRun run = compare(
                "--nodes", "5", "--load", "heavy", "--delay", "exponential", "--protocols", "maekawa:as-printed");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err())
                .contains("The run of maekawa:as-printed breaks a promise (./quorate simulate maekawa", "still wait");
    }
}
