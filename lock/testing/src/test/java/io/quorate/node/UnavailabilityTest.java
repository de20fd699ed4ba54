// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.NodeId;
import io.quorate.node.admin.DescribedLock;
import io.quorate.node.embedded.Joining;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Too few nodes in reach: nobody hangs, and all is well again when they return. Time passes only when a test says so. */
@Tag("threads")
@Timeout(60)
class UnavailabilityTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration UNAVAILABLE_AFTER = Duration.ofSeconds(5);

    private final RestartableCluster cluster =
            new RestartableCluster(3, LocksConfig.of("a=x:1").unavailableAfter(UNAVAILABLE_AFTER));

    @AfterEach
    void close() {
        cluster.close();
    }

    private void cutOffNode(int number) {
        cluster.cutOff(number);
        await().atMost(SOON)
                .until(() -> !cluster.node(number).node().availability.isAvailable());
    }

    private void reconnectNode(int number) {
        cluster.reconnect(number);
        await().atMost(SOON)
                .until(() -> cluster.node(number).node().availability.isAvailable());
    }

    private void awaitWaiters(int number, int count) {
        await().atMost(SOON)
                .until(() -> cluster.node(number).lock("x").describe().waiters().size() == count);
    }

    private static LockUnavailableException failureOf(CompletionStage<Hold> stage) throws Exception {
        try {
            Hold hold = stage.toCompletableFuture().get(20, SECONDS);
            throw new AssertionError("got the lock: " + hold);
        } catch (ExecutionException failure) {
            return (LockUnavailableException) failure.getCause();
        }
    }

    private void awaitNothingLeft() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.nodes())
                        .extracting(each -> each.node().counters().locksInUse())
                        .containsOnly(0));
    }

    @Test
    void aShorterTimeoutEndsAsUnavailableTooOnceTheQuorumIsMissingLongEnough() throws Exception {
        Duration timeout = Duration.ofMillis(50);
        cutOffNode(0);
        CompletionStage<Hold> early = cluster.node(0).lock("x").acquireAsync(timeout);
        awaitWaiters(0, 1);
        cluster.jump(timeout);
        assertThatThrownBy(() -> early.toCompletableFuture().get(20, SECONDS))
                .hasCauseInstanceOf(LockTimeoutException.class);
        cluster.jump(UNAVAILABLE_AFTER);
        CompletionStage<Hold> late = cluster.node(0).lock("x").acquireAsync(timeout);
        awaitWaiters(0, 1);
        cluster.jump(timeout);
        assertThat(failureOf(late).unreachable()).containsExactly("n2", "n3");
    }

    @Test
    void whoAsksWithoutAQuorumIsToldAfterAWhileWhoIsMissing() throws Exception {
        cutOffNode(0);
        CompletionStage<Hold> asked = cluster.node(0).lock("x").acquireAsync();
        awaitWaiters(0, 1);
        cluster.jump(UNAVAILABLE_AFTER.minusNanos(1));
        awaitWaiters(0, 1);
        cluster.jump(Duration.ofNanos(1));
        LockUnavailableException failure = failureOf(asked);
        assertThat(cluster.node(0).node().availability.partOfLocks()).isZero();
        assertThat(failure.reachable()).containsExactly("n1");
        assertThat(failure.unreachable()).containsExactly("n2", "n3");
        assertThat(failure.lockName()).isEqualTo("x");
        assertThat(failure)
                .hasMessageContaining("2 nodes must agree, and of 3 these can be reached: n1; these cannot: n2, n3");
    }

    @Test
    void aThreadThatWaitsWithoutLimitIsToldToo() throws Exception {
        cutOffNode(0);
        CompletableFuture<Void> locking =
                CompletableFuture.runAsync(() -> cluster.node(0).lock("x").lock());
        awaitWaiters(0, 1);
        cluster.jump(UNAVAILABLE_AFTER);
        assertThatThrownBy(() -> locking.get(20, SECONDS)).hasCauseInstanceOf(LockUnavailableException.class);
    }

    @Test
    void whoWaitedForAHolderWhenTheNodesWentIsToldToo() throws Exception {
        Hold holder = cluster.node(1).lock("x").acquire();
        CompletionStage<Hold> waiting = cluster.node(0).lock("x").acquireAsync();
        awaitWaiters(0, 1);
        cutOffNode(0);
        cluster.jump(UNAVAILABLE_AFTER);
        failureOf(waiting);
        holder.close();
        reconnectNode(0);
        awaitNothingLeft();
    }

    @Test
    void theOthersGoOnWithoutTheOneThatIsCutOff() throws Exception {
        cutOffNode(0);
        await().atMost(SOON)
                .until(() -> cluster.node(1).node().availability.suspected().size() == 1
                        && cluster.node(2).node().availability.suspected().size() == 1);
        for (int number = 1; number < 3; number++) {
            cluster.node(number)
                    .lock("x")
                    .acquireAsync()
                    .toCompletableFuture()
                    .get(20, SECONDS)
                    .close();
        }
        reconnectNode(0);
        awaitNothingLeft();
    }

    @Test
    void nodesThatReturnInTimeMakeNoDifference() throws Exception {
        cutOffNode(0);
        CompletionStage<Hold> asked = cluster.node(0).lock("x").acquireAsync();
        awaitWaiters(0, 1);
        cluster.jump(UNAVAILABLE_AFTER.minusSeconds(1));
        reconnectNode(0);
        asked.toCompletableFuture().get(20, SECONDS).close();
        cluster.jump(UNAVAILABLE_AFTER);
        awaitNothingLeft();
    }

    @Test
    void afterTheFailureItRecoversByItself() throws Exception {
        cutOffNode(0);
        CompletionStage<Hold> asked = cluster.node(0).lock("x").acquireAsync();
        awaitWaiters(0, 1);
        cluster.jump(UNAVAILABLE_AFTER);
        failureOf(asked);
        reconnectNode(0);
        cluster.node(0)
                .lock("x")
                .acquireAsync()
                .toCompletableFuture()
                .get(20, SECONDS)
                .close();
        awaitNothingLeft();
    }

    @Test
    void whatAHolderOutOfReachStillHasIsToldByTheVoters() throws Exception {
        Hold lonely = cluster.node(0).lock("x").acquire();
        cutOffNode(0);
        await().atMost(SOON)
                .until(() ->
                        !cluster.node(2).node().availability.reachablePeers().contains(NodeId.of(0)));
        LockDescription seen = cluster.node(2).lock("x").describe();
        assertThat(seen.isFree()).isFalse();
        assertThat(seen.holders()).isEmpty();
        assertThat(seen.unanswered()).containsExactly("n1");
        // The name of the lock decides which of the two others was asked.
        String voter = seen.votes().get(0).voter();
        assertThat(voter).isIn("n2", "n3");
        assertThat(seen.votes()).containsExactly(new DescribedLock.DescribedVote(voter, "n1", true));
        assertThat(seen.toString()).contains("Node " + voter + " has promised it to node n1, which does not answer");
        lonely.close();
        reconnectNode(0);
        awaitNothingLeft();
    }

    @Test
    void whoJoinsWaitsAgainForNodesThatGoMeanwhile() throws Exception {
        Hold inTheWay = cluster.node(1).ofName(Joining.PROBE).acquire();
        CompletableFuture<Void> joined =
                CompletableFuture.runAsync(() -> cluster.node(0).node().awaitVotes());
        await().atMost(SOON)
                .until(() -> cluster.node(0)
                                .ofName(Joining.PROBE)
                                .describe()
                                .waiters()
                                .size()
                        == 1);
        cutOffNode(0);
        cluster.jump(UNAVAILABLE_AFTER);
        await().atMost(SOON).until(() -> cluster.node(0).node().counters().unavailable() == 1);
        assertThat(joined).isNotDone();
        inTheWay.close();
        reconnectNode(0);
        joined.get(20, SECONDS);
    }

    @Test
    void whoCannotFindEnoughNodesDoesNotJoin() {
        NodeSettings hasty = NodeSettings.of(LocksConfig.of("a=x:1").joinTimeout(Duration.ofMillis(50)));
        NodeBuilder builder = NodeBuilder.of(InMemoryCluster.roster(3), "quorumlock", null, hasty);
        RunningNode alone = builder.build(NodeId.of(0), 1, new InMemoryNetwork(3).transport(NodeId.of(0)));
        alone.open();
        assertThatThrownBy(alone::awaitQuorum)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("could not join the cluster in-memory within 50 ms")
                .hasMessageContaining("these cannot: n2, n3");
    }
}
