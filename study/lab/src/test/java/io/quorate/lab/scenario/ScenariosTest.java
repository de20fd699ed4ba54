package io.quorate.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Plays every file under scenarios/; with -Dscenarios=rewrite, writes the transcripts anew (then read the difference). */
class ScenariosTest {
    private static final Path FOLDER = Path.of("..", "..", "scenarios");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".scn"))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioIsToldAgainExactly() throws IOException {
        return files().stream()
                .map(file -> DynamicTest.dynamicTest(FOLDER.relativize(file).toString(), () -> play(file)));
    }

    private static void play(Path file) throws IOException {
        String text = Files.readString(file);
        String told = ScenarioRunner.play(Scenario.parse(text)).text();
        if (System.getProperty("scenarios", "").equals("rewrite")) {
            Files.writeString(file, told);
        } else {
            assertThat(told)
                    .as("if the new transcript is right, run with -Dscenarios=rewrite")
                    .isEqualTo(text);
        }
    }

    @Test
    void thereAreScenariosOfBothProtocolsAndEachSaysWhatItShows() throws IOException {
        assertThat(files()).hasSizeGreaterThan(15);
        for (Path file : files()) {
            Scenario scenario = Scenario.parse(Files.readString(file));
            assertThat(scenario.title()).as(file.toString()).hasSizeGreaterThan(40);
            assertThat(scenario.setup().protocol().name())
                    .isEqualTo(file.getParent().getFileName().toString());
        }
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
