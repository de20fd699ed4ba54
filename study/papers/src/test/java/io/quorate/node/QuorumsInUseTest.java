// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.Quorums;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Running nodes with every quorum system: each lock has its own voters, and dead ones are gone around. */
@Tag("threads")
@Timeout(120)
class QuorumsInUseTest {
    private static final int NODES = 7;
    private static final Duration SOON = Duration.ofSeconds(30);

    private static RestartableCluster cluster(String quorums) {
        // The clock stands still, so a lock that stands would never be given back for being idle.
        return new RestartableCluster(
                NODES, LocksConfig.of("a=x:1").quorums(quorums).standing(false));
    }

    static Stream<String> systems() {
        return Stream.concat(
                Quorums.names().stream().filter(name -> !name.equals("all") && !name.equals("singleton")),
                Stream.of("tree:3", "weighted:3,1,1,1,1,1,1", "hierarchical:3,2,2", "sets:n1,n2,n3/n2,n3,n4/n1,n3,n4"));
    }

    @ParameterizedTest
    @MethodSource("systems")
    void keepsContendersApart(String quorums) throws InterruptedException {
        try (RestartableCluster cluster = cluster(quorums);
                Contenders contenders = new Contenders(1, cluster.nodes(), 1)) {
            contenders.awaitHolds(50);
            contenders.endAndCheck();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"majority", "plane", "tree", "tree:3", "grid", "cyclic-cover", "hierarchical", "weighted"})
    void goesAroundADeadVoterWhateverTheLock(String quorums) throws InterruptedException {
        try (RestartableCluster cluster = cluster(quorums)) {
            cutOff(cluster, NODES - 1);
            for (int lock = 0; lock < 100; lock++) {
                cluster.node(lock % (NODES - 1))
                        .lock("lock " + lock)
                        .acquire(SOON)
                        .close();
            }
        }
    }

    @Test
    void locksWhoseVotersAreThereAreServedWhileOthersCannotBeDecided() throws InterruptedException {
        try (RestartableCluster cluster = cluster("plane")) {
            NodeSet dead = NodeSet.ofIndexes(4, 5, 6);
            for (int number = 4; number < NODES; number++) {
                cutOff(cluster, number);
            }
            String served = nameOfALock(dead, true);
            String stuck = nameOfALock(dead, false);
            CompletableFuture<Hold> waiting =
                    cluster.node(0).lock(stuck).acquireAsync().toCompletableFuture();
            cluster.node(0).lock(served).acquire(SOON).close();
            await().atMost(SOON)
                    .until(() ->
                            cluster.node(0).lock(stuck).describe().waiters().size() == 1);
            cluster.jump(Duration.ofSeconds(5));
            assertThat(waiting.handle((hold, failure) -> failure)
                            .orTimeout(30, TimeUnit.SECONDS)
                            .join())
                    .satisfiesAnyOf(
                            failure -> assertThat(failure).isInstanceOf(LockUnavailableException.class),
                            failure -> assertThat(failure)
                                    .isInstanceOf(CompletionException.class)
                                    .hasCauseInstanceOf(LockUnavailableException.class))
                    .hasMessageContaining("each quorum (plane) has a node that is missing, and of 7 these can be");
            // Three dead ones stop the locks for which they are a line: 7 of the 35 threes are one.
            assertThat(cluster.node(0).node().availability.partOfLocks()).isBetween(0.7, 0.9);
            cluster.node(0).lock(served).acquire(SOON).close();
            cluster.reconnect(4);
            cluster.node(0).lock(stuck).acquire(SOON).close();
        }
    }

    /** Waits until all others know it. */
    private static void cutOff(RestartableCluster cluster, int number) {
        cluster.cutOff(number);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.nodes())
                        .filteredOn(each -> !each.node().self.equals(NodeId.of(number)))
                        .allSatisfy(each -> assertThat(
                                        each.node().availability.suspected().contains(number))
                                .isTrue()));
    }

    private static String nameOfALock(NodeSet dead, boolean decidable) {
        Placement placement = Placement.byName(Quorums.named("plane", NODES));
        return Stream.iterate(0, number -> number + 1)
                .map(number -> "lock " + number)
                .filter(name -> placement
                                .of(LockName.of(name))
                                .quorumAvoiding(NodeId.of(0), dead)
                                .isPresent()
                        == decidable)
                .findFirst()
                .orElseThrow();
    }
}
