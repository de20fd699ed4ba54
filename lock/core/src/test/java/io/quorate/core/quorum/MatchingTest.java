// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MatchingTest {
    @Test
    void theFirstMovesOnWhenThatMakesRoomForAnother() {
        assertThat(Matching.of(new int[][] {{0, 1}, {0}}, 2)).containsExactly(1, 0);
    }

    @Test
    void whoFindsNoPlaceGetsNone() {
        assertThat(Matching.of(new int[][] {{1}, {}, {1}}, 2)).containsExactly(1, -1, -1);
        assertThat(Matching.of(new int[0][], 3)).isEmpty();
    }

    @Test
    void whoFindsNoPlaceSharesTheFirstThatItWouldTakeOrTakesTurns() {
        assertThat(Matching.orShared(new int[][] {{1}, {1, 0}, {1}, {}}, 2)).containsExactly(1, 0, 1, 1);
    }

    @Test
    void aDetourThroughAHundredThousandOthersIsFound() {
        int askers = 100_000;
        int[][] wanted = new int[askers][];
        for (int asker = 0; asker < askers - 1; asker++) {
            wanted[asker] = new int[] {asker, asker + 1};
        }
        wanted[askers - 1] = new int[] {0}; // now everybody has to move on by one
        int[] places = Matching.of(wanted, askers);
        assertThat(places[askers - 1]).isZero();
        assertThat(IntStream.range(0, askers - 1).allMatch(asker -> places[asker] == asker + 1))
                .isTrue();
    }

    @Property(tries = 300)
    void nobodyMoreCouldBeSeated(@ForAll long seed) {
        Random random = new Random(seed);
        int places = 1 + random.nextInt(7);
        int[][] wanted = new int[1 + random.nextInt(7)][];
        for (int asker = 0; asker < wanted.length; asker++) {
            wanted[asker] = IntStream.range(0, places)
                    .filter(place -> random.nextInt(3) == 0)
                    .toArray();
        }
        int[] given = Matching.of(wanted, places);
        int[] taken = Arrays.stream(given).filter(place -> place >= 0).toArray();
        assertThat(Arrays.stream(taken).distinct().count()).isEqualTo(taken.length);
        for (int asker = 0; asker < wanted.length; asker++) {
            int place = given[asker];
            assertThat(place == -1 || Arrays.stream(wanted[asker]).anyMatch(wish -> wish == place))
                    .isTrue();
        }
        assertThat(taken.length).isEqualTo(mostSeated(wanted, 0, 0));
    }

    /** By trying everything. */
    private static int mostSeated(int[][] wanted, int asker, int taken) {
        if (asker == wanted.length) {
            return 0;
        }
        int most = mostSeated(wanted, asker + 1, taken);
        for (int place : wanted[asker]) {
            if ((taken & (1 << place)) == 0) {
                most = Math.max(most, 1 + mostSeated(wanted, asker + 1, taken | (1 << place)));
            }
        }
        return most;
    }
}
