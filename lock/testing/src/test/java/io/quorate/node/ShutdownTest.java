// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.node.store.CeilingStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the shutdown hook does. The clock of the nodes stands still unless a test moves it: nothing here is due to a lease. */
@Tag("threads")
@Timeout(60)
class ShutdownTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RestartableCluster cluster = new RestartableCluster(3);
    private final List<String> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private CompletableFuture<Hold> ask(int node, String lock) {
        return cluster.node(node).lock(lock).acquireAsync().toCompletableFuture();
    }

    private Hold take(int node, String lock) throws Exception {
        return ask(node, lock).get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs the hook of node 0 as the JVM does: on a thread of its own, while everything else goes on. */
    private CompletableFuture<Void> shutDown(Duration grace) {
        return CompletableFuture.runAsync(
                () -> cluster.node(0).node().closeWithProcess(grace), task -> new Thread(task, "hook").start());
    }

    private static <T> T soon(CompletableFuture<T> future) throws Exception {
        return future.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void aNodeThatHoldsNothingLeavesAtOnceAndOthersGoOn() throws Exception {
        for (int round = 0; round < 20; round++) { // so that locks stand with node 0
            take(0, "x").close();
        }
        Hold theirs = take(1, "y");
        soon(shutDown(SOON));
        assertThat(cluster.node(0).node().isClosed()).isTrue();
        for (String lock : List.of("x", "a", "b", "c", "d", "e", "f", "g")) {
            take(1, lock).close();
            take(2, lock).close();
        }
        assertThat(theirs.isValid()).isTrue();
    }

    @Test
    void anOpenHoldStaysUntilItsOwnerClosesItAndThenGoesToTheNextAtOnce() throws Exception {
        Hold hold = take(0, "x");
        hold.onLost(reason -> events.add("lost: " + reason));
        hold.onReleaseRequested(who -> events.add("wanted by " + who));
        CompletableFuture<Hold> next = ask(1, "x");
        cluster.settle();
        CompletableFuture<Void> hook = shutDown(SOON);
        await().atMost(SOON).until(() -> events.contains("wanted by the shutdown of this process"));
        cluster.settle();
        cluster.pass(MEMORY.multipliedBy(2));
        assertThat(hold.isValid()).as("it is renewed as before").isTrue();
        assertThat(next).isNotDone();
        assertThat(hook).isNotDone();
        assertThat(cluster.node(0).health().state()).isEqualTo(Health.State.CLOSED);
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        soon(next).close();
        soon(hook);
        assertThat(cluster.node(0).node().isClosed()).isTrue();
        assertThat(events).containsExactly("wanted by the shutdown of this process");
    }

    @Test
    void aHoldThatNobodyClosesIsNotGivenBackAndEndsWithItsLease() throws Exception {
        Hold hold = take(0, "x");
        hold.onLost(reason -> events.add("lost: " + reason));
        CompletableFuture<Hold> next = ask(1, "x");
        cluster.settle();
        soon(shutDown(Duration.ZERO));
        cluster.settle();
        assertThat(hold.isValid()).as("threads may still work under it").isTrue();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.OPEN);
        cluster.pass(MEMORY);
        assertThat(hold.isValid()).as("as long as the process is there").isTrue();
        assertThat(next).isNotDone();
        assertThat(events).isEmpty();
        Duration left = hold.validFor();
        cluster.crash(0); // the process is gone
        cluster.jump(left);
        assertThat(next).as("the voters still remember the hold").isNotDone();
        cluster.jump(MEMORY);
        assertThat(soon(next).fence()).isGreaterThan(hold.fence());
    }

    @Test
    void standingLocksAreGivenBackWhileAHoldIsOpen() throws Exception {
        Hold open = take(0, "open");
        for (int round = 0; round < 20; round++) {
            take(0, "stands").close();
        }
        cluster.settle();
        long sent = cluster.framesSent(0);
        take(0, "stands").close();
        assertThat(cluster.framesSent(0)).as("it stands with node 0").isEqualTo(sent);
        CompletableFuture<Void> hook = shutDown(SOON);
        await().atMost(SOON).until(() -> cluster.node(0).health().state() == Health.State.CLOSED);
        take(1, "stands").close();
        assertThat(open.isValid()).isTrue();
        assertThat(hook).isNotDone();
        open.close();
        soon(hook);
    }

    @Test
    void whoeverWaitsOrAsksInAProcessThatEndsIsToldSo() throws Exception {
        Hold mine = take(0, "mine");
        Hold theirs = take(1, "theirs");
        CompletableFuture<Hold> waits = ask(0, "theirs");
        CompletableFuture<Hold> waitsHere = ask(0, "mine");
        cluster.settle();
        CompletableFuture<Void> hook = shutDown(SOON);
        for (CompletableFuture<Hold> failed : List.of(waits, waitsHere)) {
            assertThatThrownBy(() -> soon(failed))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(LocksClosedException.class)
                    .hasMessageContaining("this process is shutting down");
        }
        assertThatThrownBy(() -> take(0, "another")).cause().isInstanceOf(LocksClosedException.class);
        assertThat(mine.isValid() && theirs.isValid()).isTrue();
        mine.close();
        soon(hook);
        theirs.close();
        take(2, "theirs").close();
    }

    @Test
    void closingTheLocksMeanwhileGivesEverythingBackAndEndsTheHook() throws Exception {
        Hold hold = take(0, "x");
        hold.onLost(reason -> events.add("lost: " + reason));
        CompletableFuture<Void> hook = shutDown(SOON);
        await().atMost(SOON).until(() -> cluster.node(0).health().state() == Health.State.CLOSED);
        cluster.node(0).close();
        soon(hook);
        take(1, "x").close();
        await().atMost(SOON).until(() -> events.contains("lost: " + LossReason.NODE_CLOSED));
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
    }

    /** A disk that tells whether the stop was clean: then every other node has left in time, and nobody was waited for in vain. */
    private static final class CountingStore implements CeilingStore {
        private final AtomicInteger cleanStops = new AtomicInteger();

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void stoppedCleanly() {
            cleanStops.incrementAndGet();
        }
    }

    /**
     * No timer of any node comes due, for the clock stands still from the TERM on: no lease, suspicion, hedged request or timeout is part of
     * it. How many milliseconds it takes, {@code tools/torture/run trial term} measures.
     */
    @Test
    void aTermAndTheHandOverToTheNextHolderNeedNoTimerOfAnyNode() throws Exception {
        CountingStore disk = new CountingStore();
        cluster.crash(0);
        cluster.restart(0, disk);
        cluster.pass(MEMORY.multipliedBy(2)); // it votes, and nothing of its restart is left
        for (int round = 0; round < 20; round++) { // so that locks stand with node 0
            take(0, "stands").close();
        }
        Hold mine = take(0, "mine");
        CompletableFuture<Hold> next = ask(1, "mine");
        cluster.settle();
        long before = cluster.clock.now();
        CompletableFuture<Void> hook = shutDown(SOON);
        await().atMost(SOON).until(() -> cluster.node(0).health().state() == Health.State.CLOSED);
        for (int number = 0; number < 50; number++) { // while it leaves; by their names they have all pairs of voters
            take(1, "new/" + number).close();
            take(2, "new/" + number).close();
        }
        take(2, "stands").close();
        assertThat(next).isNotDone();
        mine.close();
        assertThat(soon(next).isValid()).isTrue();
        soon(hook);
        assertThat(disk.cleanStops).as("all others have left it").hasValue(1);
        for (int number = 0; number < 50; number++) { // when it is gone
            take(1, "later/" + number).close();
            take(2, "later/" + number).close();
        }
        assertThat(cluster.clock.now()).as("the clock of all nodes").isEqualTo(before);
    }
}
