// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.testing.LockCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of docs/understand/lease.md is what the production nodes do in virtual time: no figure depends on the machine. */
@Tag("threads")
final class LeasePageTest {
    private static final Path PAGE = Repository.ROOT.resolve("docs/understand/lease.md");
    private static final Logger LOG = Logger.getLogger("io.quorate");
    private static final int KILLS = 30;
    private static final int PAUSES = 20;
    private static final int STEPS_OF_A_LEASE = 20;

    @BeforeAll
    static void keepQuiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(null);
    }

    @Test
    void theRowOfTheUsualLeaseIsWhatTheNodesDo() throws Exception {
        compareRow(5);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 30})
    void theRowsOfOtherLeasesAreWhatTheNodesDo(int seconds) throws Exception {
        compareRow(seconds);
    }

    private static void compareRow(int seconds) throws Exception {
        Duration lease = Duration.ofSeconds(seconds);
        String row = String.format(
                Locale.ROOT,
                "| %d s | %s | %s a minute | %s |",
                seconds,
                timesUntilFree(lease),
                rounded(framesAMinute(lease)),
                pauses(lease));
        assertThat(Repository.read(PAGE).orElseThrow().lines())
                .as("%s; if the new row is right, put it there", PAGE)
                .contains(row);
    }

    private static LockCluster cluster(Duration lease) {
        return LockCluster.virtualTime(3, config -> config.lease(lease));
    }

    private static Duration anyTime(Random random, Duration lease) {
        return lease.plusMillis(random.nextInt((int) lease.toMillis()));
    }

    private static String timesUntilFree(Duration lease) throws Exception {
        Random random = new Random(7);
        long[] waits = new long[KILLS];
        for (int round = 0; round < KILLS; round++) {
            waits[round] = timeUntilFree(lease, anyTime(random, lease)).toMillis();
        }
        Arrays.sort(waits);
        return String.format(
                Locale.ROOT,
                "%.1f to %.1f s, median %.1f s",
                waits[0] / 1e3,
                waits[KILLS - 1] / 1e3,
                waits[KILLS / 2] / 1e3);
    }

    private static Duration timeUntilFree(Duration lease, Duration before) throws Exception {
        try (LockCluster cluster = cluster(lease)) {
            CompletableFuture<Duration> waited = new CompletableFuture<>();
            cluster.node(1).addListener(new LockListener() {
                @Override
                public void settled(String lockName, LockMode mode, Outcome outcome, Duration time) {
                    waited.complete(time);
                }
            });
            Hold dead = cluster.node(0).lock("x").acquire();
            cluster.pass(before);
            cluster.kill(0);
            cluster.node(1).lock("x").acquire(Duration.ofMinutes(5)).close();
            assertThat(dead.isValid()).isFalse();
            return waited.get(30, TimeUnit.SECONDS);
        }
    }

    private static double framesAMinute(Duration lease) throws InterruptedException {
        int minutes = 10;
        try (LockCluster cluster = cluster(lease)) {
            cluster.pass(Duration.ofMinutes(minutes));
            long idle = sum(cluster, locks -> locks.statistics().framesSent());
            cluster.pass(Duration.ofMinutes(minutes));
            assertThat(sum(cluster, locks -> locks.statistics().framesSent()))
                    .as("nothing is held: no frame is sent")
                    .isEqualTo(idle);
            Hold hold = cluster.node(0).lock("x").acquire();
            cluster.pass(Duration.ofMinutes(1));
            long before = sum(cluster, locks -> locks.statistics().framesSent());
            cluster.pass(Duration.ofMinutes(minutes));
            long after = sum(cluster, locks -> locks.statistics().framesSent());
            for (int number = 0; number < 99; number++) {
                assertThat(cluster.node(0).lock("y" + number).acquire().isValid())
                        .isTrue();
            }
            cluster.pass(Duration.ofMinutes(1));
            long many = sum(cluster, locks -> locks.statistics().framesSent());
            cluster.pass(Duration.ofMinutes(minutes));
            assertThat((sum(cluster, locks -> locks.statistics().framesSent()) - many) / (double) (after - before))
                    .as("frames of 100 holds beside those of one, which has one voter of two")
                    .isEqualTo(2);
            assertThat(hold.isValid()).isTrue();
            return (after - before) / (double) minutes;
        }
    }

    private static long sum(LockCluster cluster, ToLongFunction<Locks> count) {
        return cluster.nodes().stream().mapToLong(count).sum();
    }

    private static String rounded(double frames) {
        return String.format(Locale.ROOT, "%.0f", frames);
    }

    /** The longest tested pause by which no hold was lost, and the shortest by which all were. */
    private static String pauses(Duration lease) throws InterruptedException {
        List<Duration> steps = IntStream.rangeClosed(1, STEPS_OF_A_LEASE + 2)
                .mapToObj(step -> lease.multipliedBy(step).dividedBy(STEPS_OF_A_LEASE))
                .toList();
        Duration harmless = Duration.ZERO;
        for (Duration pause : steps) {
            int lost = lostBy(pause, lease);
            if (lost == 0) {
                harmless = pause;
            }
            if (lost == PAUSES) {
                return String.format(Locale.ROOT, "%.2f s | %.2f s", harmless.toMillis() / 1e3, pause.toMillis() / 1e3);
            }
        }
        throw new AssertionError("No pause up to " + steps.get(steps.size() - 1) + " costs every hold");
    }

    private static int lostBy(Duration pause, Duration lease) throws InterruptedException {
        Random random = new Random(7);
        int lost = 0;
        try (LockCluster cluster = cluster(lease)) {
            for (int round = 0; round < PAUSES; round++) {
                Hold hold = cluster.node(0).lock("x").acquire(Duration.ofMinutes(5));
                cluster.pass(anyTime(random, lease));
                cluster.pause(0);
                cluster.pass(pause);
                cluster.resume(0);
                cluster.pass(Duration.ofMillis(50));
                lost += hold.isValid() ? 0 : 1;
                hold.close();
                cluster.pass(lease.multipliedBy(2));
            }
        }
        return lost;
    }
}
