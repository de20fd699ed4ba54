// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.trace.Kinds.Colour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KindsTest {
    private static final String WHITE = "#ffffff";
    private static final String DARK_PAGE = "#14181d";

    private static String look(Kinds kinds, String kind) {
        return kinds.style(kind) + kinds.dashes(kind);
    }

    @Test
    void inNoScenarioDoTwoKindsOfMessagesLookAlike() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of("../../scenarios"))) {
            files = all.filter(file -> file.toString().endsWith(".scn"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            List<String> kinds = ScenarioRunner.play(Scenario.parse(Files.readString(file)))
                    .diagram()
                    .kinds();
            Kinds looks = new Kinds(kinds);
            assertThat(kinds.stream().map(kind -> look(looks, kind)))
                    .as(file + " has " + kinds)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void twiceAsManyKindsAsColoursStillLookDifferent() {
        List<String> kinds = IntStream.range(0, 2 * Kinds.COLOURS.size())
                .mapToObj(number -> "Kind" + (char) ('A' + number))
                .toList();
        Kinds looks = new Kinds(kinds);
        assertThat(kinds.stream().map(kind -> look(looks, kind))).doesNotHaveDuplicates();
    }

    @Test
    void whatMeansTheSameHasTheSameColourInEveryProtocol() {
        Kinds quorumLock = new Kinds(List.of("Announce", "Request", "Grant", "Release"));
        Kinds maekawa = new Kinds(List.of("Request", "Locked", "Failed", "Release"));
        assertThat(maekawa.style("Request")).isEqualTo(quorumLock.style("Request"));
        assertThat(maekawa.style("Locked")).isEqualTo(quorumLock.style("Grant"));
        assertThat(maekawa.style("Release")).isEqualTo(quorumLock.style("Release"));
    }

    @Test
    void aTagIsTheShortestBeginningThatNoOtherKindHas() {
        Kinds kinds = new Kinds(List.of("Request", "Release", "Relinquish", "Ok"));
        assertThat(kinds.tag("Request")).isEqualTo("Req");
        assertThat(kinds.tag("Release")).isEqualTo("Rele");
        assertThat(kinds.tag("Relinquish")).isEqualTo("Reli");
        assertThat(kinds.tag("Ok")).isEqualTo("Ok");
    }

    @Test
    void textsInEveryColourCanBeReadOnLightAndDarkPages() {
        for (Colour colour : Kinds.COLOURS) {
            assertThat(contrast(colour.light(), WHITE)).as(colour.light()).isGreaterThan(4.5);
            assertThat(contrast(colour.dark(), DARK_PAGE)).as(colour.dark()).isGreaterThan(4.5);
        }
    }

    @Test
    void noTwoColoursAreAlike() {
        for (Colour one : Kinds.COLOURS) {
            for (Colour other : Kinds.COLOURS) {
                if (!one.equals(other)) {
                    assertThat(ColourVision.difference(one.light(), other.light(), ColourVision.ALL))
                            .as(one + " and " + other)
                            .isGreaterThan(15);
                    assertThat(ColourVision.difference(one.dark(), other.dark(), ColourVision.ALL))
                            .as(one + " and " + other)
                            .isGreaterThan(15);
                }
            }
        }
    }

    /** The six colours of what most protocols say, as seen by people who cannot see red, or green. */
    @Test
    void theUsualColoursDifferAlsoForThoseWhoDoNotSeeRedOrGreen() {
        for (double[][] eye : List.of(ColourVision.ALL, ColourVision.NO_RED, ColourVision.NO_GREEN)) {
            for (int one = 0; one < 6; one++) {
                for (int other = 0; other < one; other++) {
                    assertDiffer(
                            Kinds.COLOURS.get(one).light(),
                            Kinds.COLOURS.get(other).light(),
                            eye);
                    assertDiffer(
                            Kinds.COLOURS.get(one).dark(),
                            Kinds.COLOURS.get(other).dark(),
                            eye);
                }
            }
        }
    }

    private static void assertDiffer(String one, String other, double[][] eye) {
        assertThat(ColourVision.difference(one, other, eye))
                .as(one + " and " + other)
                .isGreaterThan(20);
    }

    private static double contrast(String one, String other) {
        double first = ColourVision.luminance(one) + 0.05;
        double second = ColourVision.luminance(other) + 0.05;
        return Math.max(first, second) / Math.min(first, second);
    }
}
