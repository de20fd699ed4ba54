// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.structure.Structure;
import io.quorate.lab.plan.structure.Subsets;
import io.quorate.lab.simulate.chance.Randomness;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Figures of small systems that were found by others, and independently of this code. */
final class KnownFiguresTest {
    /** The figures are known to two digits. */
    private static final Percentage TWO_DIGITS = Percentage.withPercentage(5);

    /** Failures survived, fatal sets of one more (negative if not known), F(.01), F(.05), F(.1), load. */
    record Known(QuorumSystem system, String name, int survives, long fatal, List<Double> unavailable, double load) {
        @Override
        public String toString() {
            return name + " of " + system.size();
        }
    }

    private static Known known(
            QuorumSystem system, String name, int survives, long fatal, double load, double... unavailable) {
        return new Known(
                system,
                name,
                survives,
                fatal,
                Arrays.stream(unavailable).boxed().toList(),
                load);
    }

    static Stream<Known> listed() {
        return Stream.of(
                known(SampleSystems.fano(), "plane q=2", 2, 7, .43, 7.0e-6, 8.7e-4, 6.8e-3),
                known(SampleSystems.tree(7, 2), "tree h=2", 2, 6, .50, 6.1e-6, 7.7e-4, 6.2e-3),
                known(SampleSystems.nineNodeTree(), "tree", 2, 4, Double.NaN, 4.1e-6, 5.4e-4, 4.6e-3),
                known(SampleSystems.grid(3), "grid", 2, 48, .56, 4.6e-5, 5.0e-3, 3.3e-2),
                known(SampleSystems.ring(13, 0, 1, 3, 9), "plane q=3", 3, 13, .31, 1.3e-7, 8.4e-5, 1.4e-3),
                known(SampleSystems.tree(15, 2), "tree h=3", 3, 12, .40, 1.2e-7, 7.8e-5, 1.3e-3),
                known(SampleSystems.grid(4), "grid", 3, 488, .44, 4.6e-6, 2.2e-3, 2.5e-2),
                known(SampleSystems.ring(10, 0, 1, 2, 5), "cyclic", 3, 75, .40, 7.3e-7, 3.9e-4, 5.3e-3),
                known(SampleSystems.ring(21, 0, 1, 4, 14, 16), "plane q=4", 4, 21, .24));
    }

    static Stream<Known> constructions() {
        return Stream.of(
                known(Quorums.named("plane", 7), "plane q=2", 2, 7, .43, 7.0e-6, 8.7e-4, 6.8e-3),
                known(Quorums.named("tree", 7), "tree h=2", 2, 6, .50, 6.1e-6, 7.7e-4, 6.2e-3),
                known(Quorums.named("tree", 9), "tree", 2, 4, Double.NaN, 4.1e-6, 5.4e-4, 4.6e-3),
                known(Quorums.named("grid", 9), "grid", 2, 48, .56, 4.6e-5, 5.0e-3, 3.3e-2),
                known(Quorums.named("plane", 13), "plane q=3", 3, 13, .31, 1.3e-7, 8.4e-5, 1.4e-3),
                known(Quorums.named("tree", 15), "tree h=3", 3, 12, .40, 1.2e-7, 7.8e-5, 1.3e-3),
                known(Quorums.named("grid", 16), "grid", 3, 488, .44, 4.6e-6, 2.2e-3, 2.5e-2),
                known(Quorums.named("cyclic-cover", 10), "cyclic", 3, 75, .40, 7.3e-7, 3.9e-4, 5.3e-3),
                known(Quorums.named("plane", 21), "plane q=4", 4, 21, .24));
    }

    static Stream<Known> majorities() {
        return Stream.of(
                known(new Majority(5), "majority", 2, 10, .60, 9.9e-6, 1.2e-3, 8.6e-3),
                known(new Majority(7), "majority", 3, 35, .57, 3.4e-7, 1.9e-4, 2.7e-3),
                known(new Majority(13), "majority", 6, 1716, .54, 1.6e-11, 1.0e-6, 9.9e-5));
    }

    @ParameterizedTest
    @MethodSource({"listed", "constructions", "majorities"})
    void theStructureThatIsTakenReproducesThem(Known known) {
        assertThatItReproduces(known, Structure.of(known.system, new Randomness(1)));
    }

    @ParameterizedTest
    @MethodSource({"listed", "constructions", "majorities"})
    void soDoesAskingTheSystemAboutEverySet(Known known) {
        if (known.system.size() <= 16) {
            Subsets subsets = Subsets.of(known.system);
            assertThatItReproduces(known, subsets);
            assertThat(subsets.resilience().fatalSets()).isEqualTo(known.fatal);
        }
    }

    @ParameterizedTest
    @MethodSource("listed")
    void setsThatEndAllQuorumsAreCounted(Known known) {
        assertThat(Structure.of(known.system, new Randomness(1)).resilience().fatalSets())
                .isEqualTo(known.fatal);
    }

    private static void assertThatItReproduces(Known known, Structure structure) {
        assertThat(structure.resilience().isExact()).isTrue();
        assertThat(structure.resilience().atLeast()).isEqualTo(known.survives);
        assertThat(structure.load().isExact()).isTrue();
        if (!Double.isNaN(known.load)) {
            assertThat(structure.load().atLeast()).isCloseTo(known.load, within(.0051));
        }
        double[] p = {.01, .05, .1};
        for (int place = 0; place < known.unavailable.size(); place++) {
            Unavailability unavailability = structure.unavailability(p[place]);
            assertThat(unavailability.isExact()).isTrue();
            assertThat(unavailability.probability()).isCloseTo(known.unavailable.get(place), TWO_DIGITS);
        }
    }

    @Test
    void dominance() {
        assertThat(dominanceOf(SampleSystems.fano())).isEqualTo(Dominance.NON_DOMINATED);
        assertThat(dominanceOf(SampleSystems.tree(7, 2))).isEqualTo(Dominance.NON_DOMINATED);
        assertThat(dominanceOf(SampleSystems.nineNodeTree())).isEqualTo(Dominance.NON_DOMINATED);
        assertThat(dominanceOf(SampleSystems.grid(3))).isEqualTo(Dominance.DOMINATED);
        assertThat(dominanceOf(SampleSystems.ring(13, 0, 1, 3, 9))).isEqualTo(Dominance.DOMINATED);
        assertThat(dominanceOf(new Majority(5))).isEqualTo(Dominance.NON_DOMINATED);
        assertThat(dominanceOf(new Majority(4))).isEqualTo(Dominance.DOMINATED);
    }

    private static Dominance dominanceOf(QuorumSystem system) {
        return Structure.of(system, new Randomness(1)).dominance();
    }
}
