// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.cli.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an operator asks a running cluster, and what the program answers. */
@Tag("threads")
final class OperatorCommandsTest {
    private static Voters voters;

    @BeforeAll
    static void start() throws IOException {
        voters = new Voters(3);
        await().atMost(Voters.TIMEOUT)
                .until(() -> !run("describe", "anything").out().contains("no answer"));
    }

    @AfterAll
    static void stop() {
        voters.close();
    }

    private static CommandRun run(String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("--roster", voters.first(), "--timeout", "30s"));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static Hold hold(int node, String name) throws InterruptedException {
        return voters.node(node).lock(name).acquire(Voters.TIMEOUT);
    }

    @Test
    void aLockIsDescribedWithItsHolderAndWaiters() throws Exception {
        String me = Thread.currentThread().getName();
        try (Hold hold = hold(1, "d/1")) {
            CompletionStage<Hold> waiting = voters.node(2).lock("d/1").acquireAsync();
            await().atMost(Voters.TIMEOUT)
                    .until(() -> run("describe", "d/1").out().contains("waiting  " + me + " of node n3"));
            CommandRun text = run("describe", "d/1");
            long pid = ProcessHandle.current().pid();
            assertThat(text.exitCode()).isZero();
            assertThat(text.out())
                    .contains("held by  " + me + " of node n2 (process " + pid + " on ")
                    .containsPattern("exclusive, fence " + hold.fence() + "(, with spare votes)?, valid for another ")
                    .contains("has promised it to n2")
                    .doesNotContain("no answer");
            JsonObject json = run("describe", "d/1", "--json").json();
            JsonObject holder = json.getAsJsonArray("holders").get(0).getAsJsonObject();
            assertThat(json.get("free").getAsBoolean()).isFalse();
            assertThat(holder.get("node").getAsString()).isEqualTo("n2");
            assertThat(holder.get("pid").getAsLong()).isEqualTo(pid);
            assertThat(holder.get("fence").getAsString()).isEqualTo(Long.toString(hold.fence()));
            assertThat(holder.get("validForMillis").getAsLong()).isBetween(1L, Voters.LEASE.toMillis());
            assertThat(json.getAsJsonArray("waiters")).hasSize(1);
            waiting.toCompletableFuture().cancel(false);
        }
    }

    @Test
    void aGuestIsCalledOneInTextAndJson() throws Exception {
        try (Locks guest = Locks.join(voters.config().guest("batch"));
                Hold hold = guest.lock("g/1").acquire(Voters.TIMEOUT)) {
            assertThat(hold.isValid()).isTrue();
            assertThat(run("describe", "g/1").out())
                    .contains(" of guest batch (process ", "has promised it to guest batch");
            JsonObject json = run("describe", "g/1", "--json").json();
            JsonObject holder = json.getAsJsonArray("holders").get(0).getAsJsonObject();
            assertThat(holder.get("guest").getAsBoolean()).isTrue();
            assertThat(json.getAsJsonArray("guests").get(0).getAsString()).isEqualTo("batch");
            assertThat(run("locks", "g/").out()).contains(" of guest batch");
        }
        try (Hold hold = hold(1, "g/2")) {
            JsonObject json = run("describe", "g/2", "--json").json();
            JsonObject holder = json.getAsJsonArray("holders").get(0).getAsJsonObject();
            assertThat(hold.isValid()).isTrue();
            assertThat(holder.get("guest").getAsBoolean()).isFalse();
            assertThat(json.getAsJsonArray("guests")).isEmpty();
        }
    }

    @Test
    void noNameOfALockReachesTheTerminalRaw() throws Exception {
        String name = "e/\u001b[2K\u009b1m\u202e\n2026 AUDIT: allowed";
        try (Hold hold = hold(0, name)) {
            assertThat(hold.isValid()).isTrue();
            for (CommandRun shown : List.of(run("describe", name), run("locks", "e/"), run("release", name))) {
                assertThat(shown.out() + shown.err())
                        .doesNotContain("\u001b", "\u009b", "\u202e")
                        .doesNotContainPattern("(?m)^2026 AUDIT");
            }
            assertThat(run("locks", "e/").out()).contains("e/?[2K?1m??2026 AUDIT: allowed");
            CommandRun json = run("describe", name, "--json");
            assertThat(json.out()).doesNotContain("\u001b", "\u009b", "\u202e").contains("\\u009b1m\\u202e");
            assertThat(json.json().get("lock").getAsString()).isEqualTo(name);
        }
    }

    @Test
    void aTimeThatIsNegativeOrNothingIsRefusedInWords() {
        for (String option : List.of("--timeout", "--wait")) {
            CommandRun refused = CommandRun.of("release", "x", "--roster", voters.first(), option + "=-3s");
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("must not be negative: \"-3s\"");
        }
        assertThat(CommandRun.of("describe", "x", "--roster", voters.first(), "--timeout", "0s")
                        .err())
                .contains("--timeout must be above zero");
        for (String option : List.of("--timeout", "--lease", "--grace", "--join-timeout")) {
            CommandRun refused = CommandRun.of("lock", "x", "--roster", voters.roster(), option + "=-3s", "--", "true");
            assertThat(refused.exitCode()).isEqualTo(64);
            assertThat(refused.err()).contains("must not be negative: \"-3s\"");
        }
        for (String option : List.of("--lease", "--wait")) {
            CommandRun refused = CommandRun.of("node", "--id", "n1", "--roster", voters.roster(), option + "=-3s");
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("must not be negative: \"-3s\"");
        }
    }

    @Test
    void theLocksInUseAreListedByPrefix() throws Exception {
        try (Hold first = hold(0, "l/1");
                Hold second = hold(1, "l/2");
                Hold other = hold(2, "m/1")) {
            CommandRun text = run("locks", "l/");
            assertThat(text.exitCode()).isZero();
            assertThat(text.out())
                    .containsSubsequence("l/1", "of n1", Long.toString(first.fence()), "l/2", "of n2")
                    .doesNotContain("m/1");
            JsonObject json = run("locks", "l/", "--json", "--limit", "1").json();
            assertThat(json.getAsJsonArray("locks")).hasSize(1);
            assertThat(json.get("more").getAsBoolean()).isTrue();
            assertThat(run("locks", "nothing/").out()).contains("No locks are in use whose names begin so.");
            assertThat(second.isValid() && other.isValid()).isTrue();
        }
    }

    @Test
    void aHolderIsAskedAndGivesBackOrNot() throws Exception {
        Hold kind = hold(0, "r/kind");
        kind.onReleaseRequested(who -> kind.close());
        CommandRun given = run("release", "r/kind", "--wait", "30s");
        assertThat(given.out()).contains("Asked ", "to give it back.", "It was given back.");
        assertThat(given.exitCode()).isZero();
        try (Hold deaf = hold(0, "r/deaf")) {
            CommandRun kept = run("release", "r/deaf");
            assertThat(kept.exitCode()).isEqualTo(1);
            assertThat(kept.out()).contains("Nobody listens at", "It is still held. To take it away: --force.");
            assertThat(deaf.isValid()).isTrue();
        }
        CommandRun free = run("release", "r/free", "--json");
        assertThat(free.exitCode()).isZero();
        assertThat(free.json().get("result").getAsString()).isEqualTo("free");
    }

    @Test
    void byForceTheLockIsTakenFromTheHolderThatIsMeant() throws Exception {
        BlockingQueue<LossReason> lost = new LinkedBlockingQueue<>();
        Hold hold = hold(1, "f/1");
        hold.onLost(lost::add);
        CommandRun other = run("release", "f/1", "--force", "--fence", Long.toString(hold.fence() - 1));
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.out()).contains("Not taken from", "its fence is " + hold.fence());
        CommandRun taken = run("release", "f/1", "--force", "--fence", Long.toString(hold.fence()));
        assertThat(taken.exitCode()).isZero();
        assertThat(taken.out()).contains("Taken from", "fence " + hold.fence());
        assertThat(lost.poll(30, TimeUnit.SECONDS)).isEqualTo(LossReason.REVOKED);
        try (Hold next = hold(2, "f/1")) {
            assertThat(next.fence()).isGreaterThan(hold.fence());
        }
        assertThat(run("release", "f/1", "--fence", "7").exitCode()).isEqualTo(2);
    }

    @Test
    void whereNobodyAnswersItIsSaidWithItsOwnExitCode() {
        CommandRun run = CommandRun.of("locks", "--roster", "127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("o node of the cluster quorate answers", "127.0.0.1:1");
        CommandRun other = CommandRun.of("locks", "--roster", voters.first(), "--cluster", "other");
        assertThat(other.exitCode()).isEqualTo(4);
        assertThat(other.err()).contains("no node of the cluster \"other\" listens here");
    }
}
