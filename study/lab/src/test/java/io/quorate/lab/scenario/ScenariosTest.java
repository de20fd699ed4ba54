// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.kit.Kit;
import io.quorate.lab.kit.Kits;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Plays the scenarios of every kit; with -Dscenarios=rewrite, writes the transcripts anew (then read the difference). */
class ScenariosTest {
    /** Where ours are written; the kits read what the build has copied from there. */
    private static final Path FOLDER = Path.of("..", "..", "scenarios");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".scn"))
                    .sorted()
                    .toList();
        }
    }

    private static SortedMap<String, String> ofAllKits() {
        SortedMap<String, String> all = new TreeMap<>();
        Kits.all().forEach(kit -> all.putAll(Scenarios.of(kit)));
        return all;
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioIsToldAgainExactly() {
        return ofAllKits().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> play(each.getKey(), each.getValue())));
    }

    private static void play(String name, String text) throws IOException {
        String told = ScenarioRunner.play(Scenario.parse(text)).text();
        if (System.getProperty("scenarios", "").equals("rewrite")) {
            Files.writeString(FOLDER.resolve(name + ".scn"), told);
        } else {
            assertThat(told)
                    .as("if the new transcript is right, run with -Dscenarios=rewrite")
                    .isEqualTo(text);
        }
    }

    @Test
    void everyFileBelongsToAKitAndEveryKitHasSome() throws IOException {
        assertThat(files().stream().map(file -> FOLDER.relativize(file).toString()))
                .containsExactlyInAnyOrderElementsOf(
                        ofAllKits().keySet().stream().map(name -> name + ".scn").toList());
        assertThat(Kits.all())
                .allSatisfy(
                        kit -> assertThat(Scenarios.of(kit)).as(kit.protocol()).isNotEmpty());
    }

    @Test
    void eachSaysWhatItShowsAndIsOfTheProtocolOfItsKit() {
        ofAllKits().forEach((name, text) -> {
            Scenario scenario = Scenario.parse(text);
            assertThat(scenario.title()).as(name).hasSizeGreaterThan(40);
            assertThat(name).startsWith(scenario.setup().protocol().name() + "/");
        });
    }

    @Test
    void aKitMayHaveItsScenariosInAJarOfItsOwn(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("mine.jar");
        try (FileSystem archive = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
            Files.createDirectories(archive.getPath("/elsewhere"));
            Files.writeString(archive.getPath("/elsewhere/alone.scn"), "# Mine.\nnodes 1\n");
            Files.writeString(archive.getPath("/elsewhere/README"), "no scenario");
        }
        URL place = URI.create("jar:" + jar.toUri() + "!/elsewhere").toURL();
        Kit kit = new Kit() {
            @Override
            public String protocol() {
                return "mine";
            }

            @Override
            public Optional<URL> scenarios() {
                return Optional.of(place);
            }
        };
        assertThat(Scenarios.of(kit)).containsExactly(Map.entry("mine/alone", "# Mine.\nnodes 1\n"));
    }

    @Test
    void anUnknownNameIsRefusedWithASuggestion() {
        assertThatThrownBy(() -> Scenario.named("quorumlock/alon")).hasMessageContaining("quorumlock/alone");
        assertThatThrownBy(() -> Scenario.named("quorumlok/alone")).hasMessageContaining("quorumlock");
    }

    @Test
    void anExpectationThatIsNotMetIsAnErrorWithItsLine() {
        assertRefused(
                "nodes 2\n\nacquire n1\nexpect n1 holding\n", "line 4: \"expect n1 holding\" is not so. n1 holds []");
        assertRefused("nodes 2\n\nacquire n1\nexpect nobody waits\n", "line 4");
        assertRefused("nodes 2\n\nacquire n1\nexpect nothing remains\n", "1 frames under way");
    }

    @Test
    void whatCannotBeReadIsAnErrorWithItsLine() {
        assertRefused("nodes 2\n\ndance n1\n", "line 3: this is not a choice");
        assertRefused("nodes 2\n\ndeliver n1->n2\n", "line 3: \"deliver n1->n2\" is not possible here");
        assertRefused("nodes 2\n\nexpect n1 happy\n", "is no expectation");
        assertRefused("nodes 2\n\nsettle down\n", "settle but n1->n2");
        assertRefused("# nothing\n\nacquire n1\n", "a scenario begins with");
    }

    private static void assertRefused(String text, String... oneOf) {
        assertThatThrownBy(() -> ScenarioRunner.play(Scenario.parse(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(error -> assertThat(Stream.of(oneOf)).anyMatch(error.getMessage()::contains));
    }
}
