// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LeaderElection;
import io.quorate.api.Leadership;
import io.quorate.api.LeadershipEnd;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.LockName;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.journal.NodeJournal;
import io.quorate.node.net.HeardLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What running nodes write to the log, by a clock that the test moves. */
@Tag("threads")
class JournalTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(300);

    private final HeardLog log = new HeardLog(NodeJournal.class);

    @AfterEach
    void closeLog() {
        log.close();
    }

    private List<String> texts(String id) {
        return log.with(id).stream().map(HeardLog.Line::text).toList();
    }

    /** Nodes that start together look at each other, and all have said that they joined. */
    private RestartableCluster cluster(LocksConfig config) {
        RestartableCluster cluster = new RestartableCluster(3, config);
        untilSaid(cluster, "QUO-0001", 3);
        return cluster;
    }

    private RestartableCluster cluster() {
        return cluster(LocksConfig.of("a=x:1").lease(RestartableCluster.LEASE));
    }

    /** Time passes until so many lines with this id are there. */
    private void untilSaid(RestartableCluster cluster, String id, int count) {
        await(id).atMost(SOON).until(() -> {
            cluster.jump(LOOK);
            return log.with(id).size() >= count;
        });
    }

    @Test
    void everyNodeSaysOnceThatItHasJoined() {
        try (RestartableCluster cluster = cluster()) {
            cluster.pass(Duration.ofSeconds(10));
            assertThat(texts("QUO-0001"))
                    .hasSize(3)
                    .allSatisfy(text -> assertThat(text).contains("This node votes."));
        }
    }

    @Test
    void aNodeThatStartsAgainSaysThatItIsSilentAndThenThatItVotes() {
        try (RestartableCluster cluster = cluster()) {
            cluster.crash(2);
            cluster.restart(2);
            untilSaid(cluster, "QUO-0001", 4);
            assertThat(texts("QUO-0001").get(3)).contains("as n3", "This node grants no vote before ");
            cluster.pass(RestartableCluster.MEMORY);
            untilSaid(cluster, "QUO-0002", 1);
            cluster.pass(RestartableCluster.MEMORY);
            assertThat(texts("QUO-0002")).containsExactly("Node n3 votes now: its restart interval is over.");
        }
    }

    @Test
    void aNodeThatIsCutOffIsLostOnceAndHasNoQuorumAndBothEndOnce() {
        try (RestartableCluster cluster = cluster()) {
            cluster.cutOff(2);
            untilSaid(cluster, "QUO-0008", 1);
            untilSaid(cluster, "QUO-0004", 4);
            cluster.pass(Duration.ofSeconds(20));
            assertThat(texts("QUO-0004")).hasSize(4); // n3 at both others, and both others at n3
            assertThat(texts("QUO-0008")).hasSize(1);
            assertThat(texts("QUO-0008").get(0)).contains("Node n3", "no answer from n1, n2");
            cluster.reconnect(2);
            untilSaid(cluster, "QUO-0009", 1);
            untilSaid(cluster, "QUO-0005", 4);
            cluster.pass(Duration.ofSeconds(20));
            assertThat(texts("QUO-0009")).hasSize(1);
            assertThat(texts("QUO-0005")).hasSize(4);
            assertThat(texts("QUO-0008")).hasSize(1);
        }
    }

    @Test
    void aHoldThatIsRevokedIsSaidOnceWithItsFence() throws Exception {
        try (RestartableCluster cluster = cluster()) {
            EmbeddedLocks first = cluster.node(0);
            Hold hold = first.lock("x").acquire(SOON);
            long fence = hold.fence();
            cluster.pass(Duration.ofSeconds(3));
            assertThat(first.node().revoke(LockName.of("x"))).isTrue();
            await().atMost(SOON).until(() -> log.with("QUO-0010").size() == 1);
            hold.close();
            assertThat(texts("QUO-0010"))
                    .containsExactly("Lost the lock \"x\" (fence " + fence + ") that "
                            + Thread.currentThread().getName()
                            + " has held for 3 s, because it was revoked by an operator. Treat the work done under it as"
                            + " unprotected.");
        }
    }

    @Test
    void aHoldThatRunsOutIsSaidOnceThoughItsOwnerClosesItFirst() throws Exception {
        try (RestartableCluster cluster = cluster()) {
            Hold hold = cluster.node(0).lock("x").acquire(SOON);
            cluster.cutOff(0);
            cluster.passUnnoticed(RestartableCluster.MEMORY);
            assertThat(hold.isValid()).isFalse();
            hold.close();
            cluster.clock.wakeAll();
            cluster.pass(Duration.ofSeconds(2));
            untilSaid(cluster, "QUO-0010", 1);
            cluster.pass(Duration.ofSeconds(2));
            assertThat(texts("QUO-0010")).hasSize(1);
            assertThat(texts("QUO-0010").get(0)).contains("\"x\"", "because ");
        }
    }

    /** A log that takes no line until it is told to, as one whose pipe nobody reads. */
    private static final class StuckLog extends Handler implements AutoCloseable {
        final CountDownLatch stuck = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        private final Logger logger = Logger.getLogger(NodeJournal.class.getName());

        StuckLog() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            stuck.countDown();
            try {
                goOn.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            goOn.countDown();
            logger.removeHandler(this);
        }
    }

    @Test
    void aLogThatIsStuckDelaysNeitherRenewalsNorWhoeverClosesAHold() throws Exception {
        try (RestartableCluster cluster = cluster();
                StuckLog stuck = new StuckLog()) {
            Hold hold = cluster.node(0).lock("x").acquire(SOON);
            Hold lost = cluster.node(1).lock("y").acquire(SOON);
            cluster.cutOff(2);
            await().atMost(SOON).until(() -> {
                cluster.jump(LOOK);
                return stuck.stuck.getCount() == 0;
            });
            cluster.pass(RestartableCluster.MEMORY.multipliedBy(4));
            assertThat(hold.isValid()).as("it is renewed").isTrue();
            assertThat(cluster.node(0).node().failure()).isNull();

            cluster.cutOff(1);
            cluster.passUnnoticed(RestartableCluster.MEMORY);
            lost.close(); // says that it was lost, and does not wait for that
            assertThat(lost.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
            assertThat(texts("QUO-0010")).isEmpty();
            cluster.node(1).close();

            stuck.goOn.countDown();
            await().atMost(SOON).until(() -> texts("QUO-0010").stream().anyMatch(text -> text.contains("\"y\"")));
        }
    }

    @Test
    void aHoldThatNobodyClosesIsSaidOnceWithTheStackOfWhoTookIt() throws Exception {
        LocksConfig config = LocksConfig.of("a=x:1")
                .lease(RestartableCluster.LEASE)
                .warnOpenAfter(Duration.ofSeconds(20))
                .traceHolds(true);
        try (RestartableCluster cluster = cluster(config)) {
            Hold hold = cluster.node(0).lock("x").acquire(SOON);
            cluster.pass(Duration.ofSeconds(15));
            assertThat(texts("QUO-0012")).isEmpty();
            untilSaid(cluster, "QUO-0012", 1);
            cluster.pass(Duration.ofSeconds(60));
            assertThat(log.with("QUO-0012")).hasSize(1).allSatisfy(line -> {
                assertThat(line.text())
                        .startsWith("The lock \"x\" (fence " + hold.fence() + ")")
                        .endsWith("taken here:");
                assertThat(line.thrown()).isNotNull();
                assertThat(line.thrown().getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(JournalTest.class.getName()));
            });
            hold.close();
        }
    }

    @Test
    void theHoldOfALeaderIsNotSaidHoweverLongItLeads() throws Exception {
        LocksConfig config =
                LocksConfig.of("a=x:1").lease(RestartableCluster.LEASE).warnOpenAfter(Duration.ofSeconds(20));
        try (RestartableCluster cluster = cluster(config)) {
            LeaderElection election = cluster.node(0).leaderElection("x");
            election.start(new LeaderElection.Listener() {
                @Override
                public void gained(Leadership leadership) {}

                @Override
                public void lost(LeadershipEnd reason) {}
            });
            await().atMost(SOON).until(election::isLeader);
            Hold later = cluster.node(0).lock("y").acquire(SOON);
            untilSaid(cluster, "QUO-0012", 1);
            assertThat(election.isLeader()).isTrue();
            assertThat(texts("QUO-0012")).singleElement().asString().startsWith("The lock \"y\"");
            later.close();
            election.close();
        }
    }

    @Test
    void aHoldThatIsClosedInTimeIsNotSaid() throws Exception {
        LocksConfig config =
                LocksConfig.of("a=x:1").lease(RestartableCluster.LEASE).warnOpenAfter(Duration.ofSeconds(20));
        try (RestartableCluster cluster = cluster(config)) {
            for (int round = 0; round < 6; round++) {
                Hold hold = cluster.node(0).lock("x").acquire(SOON);
                cluster.pass(Duration.ofSeconds(10));
                hold.close();
            }
            cluster.pass(Duration.ofSeconds(30));
            assertThat(log.ids()).doesNotContain("QUO-0012", "QUO-0010");
        }
    }
}
