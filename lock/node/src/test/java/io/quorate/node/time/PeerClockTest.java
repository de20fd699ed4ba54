// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.time.PeerClock.Verdict;
import java.time.Duration;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PeerClockTest {
    private static final long MS = 1_000_000;
    private static final long BEAT = 500 * MS;

    private final PeerClock clock = new PeerClock(Duration.ofSeconds(30), 10);
    private final Random random = new Random(19);
    private long now = 77;
    private double theirs = 1e15;

    /** Beats for so long, with a clock of this speed, over a link with at least this delay. */
    private Verdict beat(Duration time, double speed, long delay) {
        Verdict verdict = Verdict.WELL;
        for (long end = now + time.toNanos(); now < end; ) {
            now += BEAT;
            theirs += BEAT * speed;
            long jitter = (long) (Math.abs(random.nextGaussian()) * 20 * MS);
            verdict = clock.heard((long) theirs, now + delay + jitter);
        }
        return verdict;
    }

    @Test
    void aClockThatRunsAlikeIsWellWhateverTheDelays() {
        assertThat(beat(Duration.ofHours(2), 1.001, 0)).isEqualTo(Verdict.WELL);
        assertThat(beat(Duration.ofMinutes(10), 0.999, 400 * MS)).isEqualTo(Verdict.WELL);
        assertThat(beat(Duration.ofMinutes(10), 1, 0)).isEqualTo(Verdict.WELL);
    }

    @Test
    void aClockThatIsOffByMoreThanHalfOfTheDriftIsSuspicious() {
        assertThat(beat(Duration.ofMinutes(3), 0.992, 0)).isEqualTo(Verdict.SUSPICIOUS);
        assertThat(clock.slowerPerMille()).isCloseTo(8, Offset.offset(1.0));
    }

    @Test
    void aClockThatIsOffByMoreThanTheDriftIsOffInEitherDirectionAndCanRecover() {
        assertThat(beat(Duration.ofMinutes(3), 0.98, 0)).isEqualTo(Verdict.OFF);
        assertThat(beat(Duration.ofMinutes(3), 1, 0)).isEqualTo(Verdict.WELL);
        assertThat(beat(Duration.ofMinutes(3), 1.02, 0)).isEqualTo(Verdict.OFF);
    }

    @Test
    void aRouteThatBecomesLongerAndAPauseAreNoDrift() {
        beat(Duration.ofMinutes(3), 1, 0);
        for (int times = 0; times < 20; times++) {
            assertThat(beat(Duration.ofMinutes(5), 1, 600 * MS)).isEqualTo(Verdict.WELL);
            assertThat(beat(Duration.ofMinutes(5), 1, 0)).isEqualTo(Verdict.WELL);
        }
        theirs -= 10_000 * MS; // its machine was suspended, and its clock with it
        assertThat(beat(Duration.ofMinutes(5), 1, 0)).isEqualTo(Verdict.WELL);
    }
}
