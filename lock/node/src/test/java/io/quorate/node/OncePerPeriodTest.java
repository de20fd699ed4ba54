// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipe <i>once per period</i> with three real processes that wake up at every tick, each by a clock of its own that is off: by up
 * to 100 ms with a lease of 3 s, and in the longest test by up to 2 s with the usual lease.
 *
 * <p>The promise is about time, and so the times of every try are looked at. A tick in which a replica woke up so late that
 * nothing is promised, for this machine was busy, counts for nothing and is done again.
 */
@Tag("slow")
@Tag("threads")
@Timeout(600)
class OncePerPeriodTest {
    private static final Duration ATTEMPT = Duration.ofSeconds(1);

    /**
     * The times of a trial.
     *
     * @param apartMillis how far the clocks of two replicas are apart at most
     * @param atLeast more than that, less than a period
     */
    private record Times(Duration lease, int apartMillis, Duration atLeast) {}

    private static final Times SHORT = new Times(Duration.ofSeconds(3), 100, Duration.ofMillis(300));
    private static final Times USUAL = new Times(Duration.ofSeconds(5), 2_000, Duration.ofSeconds(3));

    /** So often a tick may come to nothing because this machine is busy. */
    private static final int VOID_MAX = 1000;

    @TempDir
    private Path folder;

    private final Map<String, Replica> replicas = new TreeMap<>();
    private final SplittableRandom random = new SplittableRandom(7);
    private List<String> members = List.of();
    private Times times = SHORT;

    /** What a replica said about a tick, by the clock that all processes of a machine share. */
    private record Try(String id, boolean ran, long begin, long end) {
        boolean hadAnAnswer() {
            return end - begin < ATTEMPT.toNanos();
        }
    }

    private record Replica(Process process, Writer input, BufferedReader output) {}

    private void startAll() throws IOException {
        members = TcpLockTest.members(3);
        for (String member : members) {
            String id = member.substring(0, member.indexOf('='));
            replicas.put(id, start(id, "first"));
        }
        for (String id : replicas.keySet()) {
            assertThat(answerOf(id)).isEqualTo("joined");
        }
    }

    private Replica start(String id, String which) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PeriodicJob.class.getName(),
                id,
                which,
                String.valueOf(times.lease.toMillis()),
                String.valueOf(ATTEMPT.toMillis())));
        command.addAll(members);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(id + ".log").toFile()))
                .start();
        return new Replica(
                process, process.outputWriter(StandardCharsets.UTF_8), process.inputReader(StandardCharsets.UTF_8));
    }

    @AfterEach
    void endAll() {
        replicas.values().forEach(each -> each.process().destroyForcibly());
    }

    private void tell(String id, String line) throws IOException {
        Writer input = replicas.get(id).input();
        input.write(line + "\n");
        input.flush();
    }

    private String answerOf(String id) throws IOException {
        String line = replicas.get(id).output().readLine();
        assertThat(line)
                .as("%s has ended: %s", id, Files.readString(folder.resolve(id + ".log")))
                .isNotNull();
        return line;
    }

    private Try tryOf(String id) throws IOException {
        String[] words = answerOf(id).split(" ");
        return new Try(id, words[0].equals("ran"), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    private void awaitFree() throws IOException {
        String first = replicas.keySet().iterator().next();
        tell(first, "free");
        assertThat(answerOf(first)).isEqualTo("free");
    }

    /** Every replica wakes up once, each when its own clock says so. */
    private List<Try> tick(Duration atLeast) throws IOException {
        awaitFree();
        long start = System.nanoTime() + Duration.ofMillis(5).toNanos();
        for (String id : replicas.keySet()) {
            long off = Duration.ofMillis(random.nextInt(times.apartMillis + 1)).toNanos();
            tell(id, "tick " + (start + off) + " " + atLeast.toMillis());
        }
        List<Try> tries = new ArrayList<>();
        for (String id : replicas.keySet()) {
            tries.add(tryOf(id));
        }
        return tries;
    }

    private static List<Try> runs(List<Try> tries) {
        return tries.stream().filter(Try::ran).toList();
    }

    /** Whether everybody tried before the least time of the first that ran was over, and nobody lacked an answer. */
    private boolean isPromised(List<Try> tries) {
        long firstRun = runs(tries).stream().mapToLong(Try::begin).min().orElse(Long.MAX_VALUE);
        return tries.stream().allMatch(each -> each.hadAnAnswer() && each.end() - times.atLeast.toNanos() < firstRun);
    }

    /** So many ticks about which something is promised; each has one run. */
    private void assertOneRunEach(int ticks) throws IOException {
        int counted = 0;
        for (int voided = 0; counted < ticks; ) {
            List<Try> tries = tick(times.atLeast);
            if (isPromised(tries)) {
                counted++;
                assertThat(runs(tries)).as("tick %s: %s", counted, tries).hasSize(1);
            } else {
                voided++;
                assertThat(voided)
                        .as("ticks that this machine was too busy for")
                        .isLessThan(VOID_MAX);
            }
        }
    }

    /** Kills the replica that runs in this tick as soon as it has; the others try later, within two thirds of a lease. */
    private String killTheRunner() throws Exception {
        awaitFree();
        String runner = List.copyOf(replicas.keySet()).get(random.nextInt(replicas.size()));
        tell(runner, "tick 0 " + times.atLeast.toMillis());
        Try run = tryOf(runner);
        assertThat(run.ran()).isTrue();
        replicas.remove(runner).process().destroyForcibly().waitFor();
        long killed = System.nanoTime();
        List<Try> others = new ArrayList<>();
        for (String id : replicas.keySet()) {
            tell(
                    id,
                    "tick "
                            + (killed
                                    + Duration.ofMillis(random.nextInt(times.apartMillis + 1))
                                            .toNanos()) + " " + times.atLeast.toMillis());
        }
        for (String id : replicas.keySet()) {
            others.add(tryOf(id));
        }
        long promisedUntil =
                run.begin() + times.lease.toNanos() * 2 / 3; // its end was later, so this is less than is promised
        assertThat(others)
                .as("killed %s, which ran: %s", runner, run)
                .noneMatch(each -> each.ran() && each.end() < promisedUntil);
        return runner;
    }

    @Test
    void everyTickHasOneRunAlsoWhenItsRunnerIsKilled() throws Exception {
        startAll();
        assertOneRunEach(5);
        killTheRunner();
        assertOneRunEach(3); // of the two that are left; the first when the lease of the dead one has run out
    }

    /** Without a least time the job is over before the next replica wakes up: this is why the recipe needs one. */
    @Test
    @Tag("long")
    void withoutALeastTimeAShortJobRunsOnEveryReplica() throws Exception {
        startAll();
        Map<String, Boolean> ran = new LinkedHashMap<>();
        for (String id : replicas.keySet()) {
            awaitFree(); // its clock is so far behind that of the one before
            tell(id, "tick 0 0");
            ran.put(id, tryOf(id).ran());
        }
        assertThat(ran.values()).containsExactly(true, true, true);
    }

    @Test
    @Tag("long")
    void aHundredTicksHaveAHundredRunsAlsoWhenARunnerIsKilledAndStartedAgain() throws Exception {
        startAll();
        assertOneRunEach(50);
        String killed = killTheRunner();
        assertOneRunEach(20);
        replicas.put(killed, start(killed, "again"));
        assertThat(answerOf(killed)).isEqualTo("joined");
        assertOneRunEach(29);
    }

    /** By the usual times a tick takes about 5 s. */
    @Test
    @Tag("long")
    @Timeout(1800)
    void aHundredTicksHaveAHundredRunsWithClocksTwoSecondsApart() throws Exception {
        times = USUAL;
        startAll();
        assertOneRunEach(50);
        String killed = killTheRunner();
        replicas.put(killed, start(killed, "again"));
        assertThat(answerOf(killed)).isEqualTo("joined");
        assertOneRunEach(49);
    }
}
