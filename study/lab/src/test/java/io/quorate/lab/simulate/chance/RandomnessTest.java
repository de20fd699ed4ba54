// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomnessTest {
    private static List<Long> draw(Randomness randomness) {
        return LongStream.range(0, 20)
                .map(each -> randomness.nextLong())
                .boxed()
                .toList();
    }

    @Test
    void theSameSeedGivesTheSameNumbersAndAnotherSeedOthers() {
        assertThat(draw(new Randomness(7))).isEqualTo(draw(new Randomness(7))).doesNotHaveDuplicates();
        assertThat(draw(new Randomness(7))).doesNotContainAnyElementsOf(draw(new Randomness(8)));
    }

    @Test
    void aForkDoesNotDependOnWhatWasDrawnBefore() {
        Randomness one = new Randomness(7);
        Randomness other = new Randomness(7);
        other.nextLong();
        other.fork("faults").nextLong();
        assertThat(draw(one.fork("delays"))).isEqualTo(draw(other.fork("delays")));
        assertThat(draw(one)).isNotEqualTo(draw(other));
    }

    @Test
    void forksWithDifferentNamesAreDifferentStreams() {
        Randomness root = new Randomness(7);
        assertThat(draw(root.fork("delays")))
                .doesNotContainAnyElementsOf(draw(root.fork("faults")))
                .doesNotContainAnyElementsOf(draw(root))
                .doesNotContainAnyElementsOf(draw(new Randomness(8).fork("delays")));
    }

    @Test
    void distributionsHaveTheMeanThatTheySay() {
        Randomness randomness = new Randomness(1);
        int draws = 200_000;
        for (String name : List.of("constant", "uniform", "exponential", "heavy")) {
            RandomDuration duration = RandomDuration.named(name, 1_000_000);
            double sum = 0;
            for (int each = 0; each < draws; each++) {
                long drawn = duration.draw(randomness);
                assertThat(drawn).isNotNegative();
                sum += drawn;
            }
            assertThat(duration.mean()).as(name).isEqualTo(1_000_000);
            assertThat(sum / draws).as(name).isCloseTo(duration.mean(), within(0.02 * duration.mean()));
        }
    }

    @Test
    void aHeavyTailIsHeavy() {
        Randomness randomness = new Randomness(1);
        long above = LongStream.range(0, 10_000)
                .map(each -> RandomDuration.heavyTailed(1_000).draw(randomness))
                .filter(drawn -> drawn > 5_000)
                .count();
        assertThat(above).isBetween(100L, 400L);
    }

    @Test
    void wholeNumbersStayBelowTheirBoundAndReachAllOfIt() {
        Randomness randomness = new Randomness(3);
        assertThat(LongStream.range(0, 1_000)
                        .mapToObj(each -> randomness.nextInt(5))
                        .distinct())
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThatThrownBy(() -> randomness.nextInt(0)).hasMessageContaining("does not exist");
    }

    @Test
    void unknownDistributionsAndNegativeLengthsAreRefused() {
        assertThatThrownBy(() -> RandomDuration.named("gaussian", 1)).hasMessageContaining("exponential");
        assertThatThrownBy(() -> RandomDuration.constant(-1)).hasMessageContaining("nothing lasts");
        assertThatThrownBy(() -> RandomDuration.uniform(5, 3)).hasMessageContaining("nothing lasts");
    }
}
