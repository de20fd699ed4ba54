// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.LeaderElection;
import io.quorate.api.Leadership;
import io.quorate.api.LeadershipEnd;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.LockName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leader election over nodes in memory. Time passes only when a test says so, but for the back-off of candidates. */
@Tag("threads")
@Timeout(120)
class ElectionTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration UNAVAILABLE_AFTER = Duration.ofSeconds(5);
    private static final Duration BEAT = RestartableCluster.LEASE.dividedBy(4);

    private final RestartableCluster cluster = new RestartableCluster(
            3, LocksConfig.of("a=x:1").lease(RestartableCluster.LEASE).unavailableAfter(UNAVAILABLE_AFTER));

    /** What all candidates were told, in the order in which the calls returned. */
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private final List<Candidate> candidates = new ArrayList<>();

    @AfterEach
    void close() {
        candidates.forEach(each -> each.election.close());
        cluster.close();
    }

    /** A candidate that writes down what it is told, and finds out whether calls overlap or come out of order. */
    private class Candidate implements LeaderElection.Listener {
        final String id;
        final LeaderElection election;
        final List<Long> terms = new CopyOnWriteArrayList<>();
        final List<String> faults = new CopyOnWriteArrayList<>();
        private final AtomicInteger inside = new AtomicInteger();
        private boolean leads;

        Candidate(int node) {
            id = cluster.node(node).nodeId();
            election = cluster.node(node).leaderElection("x");
            candidates.add(this);
        }

        Candidate start() {
            election.start(this);
            return this;
        }

        @Override
        public void gained(Leadership leadership) {
            called(true);
            terms.add(leadership.term());
            calls.add("gained " + id);
            inside.decrementAndGet();
        }

        @Override
        public void lost(LeadershipEnd reason) {
            called(false);
            calls.add("lost " + id + " " + reason);
            inside.decrementAndGet();
        }

        private void called(boolean gained) {
            if (inside.incrementAndGet() != 1 || leads == gained) {
                faults.add((gained ? "gained" : "lost") + " out of order, after " + calls);
            }
            leads = gained;
        }
    }

    private Candidate candidate(int node) {
        return new Candidate(node).start();
    }

    private void until(String call) {
        await().atMost(SOON).until(() -> calls.contains(call));
    }

    private void awaitWaiters(int node, int count) {
        await().atMost(SOON)
                .until(() -> cluster.node(node).lock("x").describe().waiters().size() == count);
    }

    private Candidate awaitLeader() {
        await().atMost(SOON).until(() -> leaders().size() == 1);
        return leaders().get(0);
    }

    private List<Candidate> leaders() {
        return candidates.stream().filter(each -> each.election.isLeader()).toList();
    }

    private void assertInOrder() {
        assertThat(candidates).allSatisfy(each -> assertThat(each.faults).isEmpty());
    }

    @Test
    void whoResignsGoesBehindTheOthersAndTermsRise() {
        for (int node = 0; node < 3; node++) {
            candidate(node);
        }
        List<Long> terms = new ArrayList<>();
        for (int round = 0; round < 9; round++) {
            Candidate leader = awaitLeader();
            awaitWaiters(0, 2);
            cluster.pass(BEAT); // everybody hears of everybody's clock
            await().atMost(SOON).until(() -> !leader.terms.isEmpty());
            terms.add(leader.election.leadership().orElseThrow().term());
            int told = calls.size();
            leader.election.resign();
            assertThat(leader.election.isLeader()).isFalse();
            await().atMost(SOON).until(() -> calls.size() >= told + 2);
            assertThat(calls.get(told)).isEqualTo("lost " + leader.id + " RESIGNED");
            assertThat(calls.get(told + 1)).startsWith("gained").isNotEqualTo("gained " + leader.id);
        }
        assertThat(terms).isSorted().doesNotHaveDuplicates();
        assertThat(candidates).allSatisfy(each -> assertThat(each.terms).hasSizeGreaterThan(1));
        assertInOrder();
    }

    @Test
    void aLeaderThatIsCutOffIsToldBeforeAnotherLeadsAndComesBackByItself() {
        Candidate first = candidate(0);
        until("gained n1");
        candidate(1);
        candidate(2);
        awaitWaiters(0, 2);
        cluster.settle();
        cluster.cutOff(0);
        cluster.jump(RestartableCluster.TRUST);
        assertThat(first.election.isLeader()).isFalse();
        until("lost n1 QUORUM_LOST");
        cluster.jump(RestartableCluster.MEMORY);
        Candidate second = awaitLeader();
        assertThat(second.id).isNotEqualTo("n1");
        await().atMost(SOON).until(() -> calls.size() == 3);
        assertThat(calls).containsExactly("gained n1", "lost n1 QUORUM_LOST", "gained " + second.id);
        assertThat(second.election.leadership().orElseThrow().term()).isGreaterThan(first.terms.get(0));
        await().atMost(SOON).until(() -> {
            cluster.pass(UNAVAILABLE_AFTER);
            return cluster.node(0).node().counters().unavailable() >= 2; // it asks again and again
        });
        cluster.reconnect(0);
        await().atMost(SOON).until(() -> {
            cluster.pass(BEAT);
            candidates.stream().filter(each -> each != first).forEach(each -> each.election.resign());
            return first.election.isLeader();
        });
        await().atMost(SOON).until(() -> first.terms.size() == 2);
        assertInOrder();
    }

    @Test
    void aCandidateThatStartsWithoutAQuorumLeadsWhenThereIsOne() {
        cluster.cutOff(0);
        Candidate alone = candidate(0);
        await().atMost(SOON).until(() -> {
            cluster.pass(UNAVAILABLE_AFTER);
            return cluster.node(0).node().counters().unavailable() >= 1;
        });
        assertThat(alone.election.isLeader()).isFalse();
        cluster.reconnect(0);
        await().atMost(SOON).until(() -> {
            cluster.pass(BEAT);
            return alone.election.isLeader();
        });
        until("gained n1");
        assertThat(calls).containsExactly("gained n1");
    }

    @Test
    void whileGainedBlocksTheClockTellsTheTruthAndLostWaits() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Candidate blocked = new Candidate(0) {
            @Override
            public void gained(Leadership leadership) {
                entered.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException interruption) {
                    throw new IllegalStateException(interruption);
                }
                super.gained(leadership);
            }
        };
        blocked.start();
        assertThat(entered.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(blocked.election.isLeader()).isTrue();
        cluster.cutOff(0);
        cluster.jump(RestartableCluster.TRUST);
        assertThat(blocked.election.isLeader()).isFalse();
        assertThat(calls).isEmpty();
        goOn.countDown();
        until("lost n1 QUORUM_LOST");
        assertThat(calls).containsExactly("gained n1", "lost n1 QUORUM_LOST");
        assertInOrder();
    }

    @Test
    void aListenerThatFailsGivesTheLeadershipUp() {
        Candidate failing = new Candidate(0) {
            @Override
            public void gained(Leadership leadership) {
                super.gained(leadership);
                throw new IllegalStateException("on purpose");
            }
        };
        failing.start();
        until("lost n1 LISTENER_FAILED");
        Candidate good = candidate(1);
        until("gained n2");
        await().atMost(SOON).until(good.election::isLeader);
        good.election.resign();
        until("lost n2 RESIGNED");
        assertInOrder();
    }

    @Test
    void whoClosesPassesTheLeadershipOnWhenItsListenerHasReturned() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Candidate first = new Candidate(0) {
            @Override
            public void lost(LeadershipEnd reason) {
                try {
                    goOn.await();
                } catch (InterruptedException interruption) {
                    throw new IllegalStateException(interruption);
                }
                super.lost(reason);
            }
        };
        first.start();
        until("gained n1");
        candidate(1);
        awaitWaiters(0, 1);
        first.election.close();
        assertThat(first.election.isLeader()).isFalse();
        cluster.settle();
        assertThat(calls).containsExactly("gained n1");
        goOn.countDown();
        until("gained n2");
        assertThat(calls).containsExactly("gained n1", "lost n1 CLOSED", "gained n2");
        assertThatThrownBy(() -> first.election.start(first)).isInstanceOf(IllegalStateException.class);
        awaitWaiters(1, 0);
    }

    @Test
    void whoClosesWhileItWaitsLeavesNothingBehindAndIsToldNothing() {
        Candidate leader = candidate(0);
        until("gained n1");
        Candidate waiting = candidate(1);
        awaitWaiters(0, 1);
        waiting.election.close();
        waiting.election.close();
        awaitWaiters(0, 0);
        leader.election.close();
        until("lost n1 CLOSED");
        await().atMost(SOON).until(() -> cluster.node(0).lock("x").describe().isFree());
        assertThat(calls).containsExactly("gained n1", "lost n1 CLOSED");
    }

    @Test
    void theEndOfANodeEndsItsLeadershipAndAnotherLeads() {
        candidate(0);
        until("gained n1");
        candidate(1);
        awaitWaiters(0, 1);
        cluster.close(0);
        until("lost n1 NODE_CLOSED");
        until("gained n2");
        assertInOrder();
    }

    @Test
    void whatAnOperatorTakesAwayIsLostAndStoodForAgain() {
        Candidate leader = candidate(0);
        until("gained n1");
        assertThat(cluster.node(0).node().revoke(LockName.of("x"))).isTrue();
        until("lost n1 REVOKED");
        await().atMost(SOON).until(() -> leader.terms.size() == 2);
        assertInOrder();
    }

    @Test
    void observersSeeWhoLeads() {
        LeaderElection observer = cluster.node(2).leaderElection("x");
        assertThat(observer.leader()).isEmpty();
        Candidate leader = candidate(0);
        until("gained n1");
        LeaderElection.Leader seen = observer.leader().orElseThrow();
        assertThat(seen.nodeId()).isEqualTo("n1");
        assertThat(seen.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(seen.term())
                .isEqualTo(leader.election.leadership().orElseThrow().term());
        assertThat(observer.isLeader()).isFalse();
        assertThat(observer.leadership()).isEmpty();
    }

    @Test
    void aListenerMayResignAndCloseInItsCallsWhicheverThreadMakesThem() throws Exception {
        resignAndCloseInCalls(cluster);
        LocksConfig onTheThreadThatBringsTheNews = LocksConfig.of("a=x:1").callbackExecutor(Runnable::run);
        try (RestartableCluster direct = new RestartableCluster(3, onTheThreadThatBringsTheNews)) {
            resignAndCloseInCalls(direct);
        }
    }

    private static void resignAndCloseInCalls(RestartableCluster nodes) throws Exception {
        LeaderElection election = nodes.node(0).leaderElection("x");
        List<String> told = new CopyOnWriteArrayList<>();
        CountDownLatch closed = new CountDownLatch(1);
        election.start(new LeaderElection.Listener() {
            @Override
            public void gained(Leadership leadership) {
                election.resign();
                told.add(leadership.isValid() || election.isLeader() ? "gained, and resigned in vain" : "gained");
            }

            @Override
            public void lost(LeadershipEnd reason) {
                told.add("lost " + reason);
                if (told.size() == 4) {
                    election.close();
                    closed.countDown();
                }
            }
        });
        assertThat(closed.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(SOON).until(() -> nodes.node(1).lock("x").describe().isFree());
        assertThat(told).containsExactly("gained", "lost RESIGNED", "gained", "lost RESIGNED");
    }

    @Test
    void listenersThatBlockDoNotDelayTheNewsOfALoss() throws Exception {
        candidate(0);
        until("gained n1");
        int callbackThreads = 4;
        CountDownLatch blocked = new CountDownLatch(callbackThreads);
        CountDownLatch goOn = new CountDownLatch(1);
        for (int number = 0; number < callbackThreads; number++) {
            cluster.node(0).leaderElection("other/" + number).start(new LeaderElection.Listener() {
                @Override
                public void gained(Leadership leadership) {
                    blocked.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException interruption) {
                        throw new IllegalStateException(interruption);
                    }
                }

                @Override
                public void lost(LeadershipEnd reason) {
                    calls.add("lost other");
                }
            });
        }
        assertThat(blocked.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        cluster.cutOff(0);
        cluster.jump(RestartableCluster.TRUST);
        until("lost n1 QUORUM_LOST");
        assertThat(calls).containsExactly("gained n1", "lost n1 QUORUM_LOST");
        goOn.countDown();
        await().atMost(SOON).until(() -> calls.size() == 2 + callbackThreads);
    }

    @Test
    void listenersThatBlockInGainedHoldUpNoOtherElection() throws Exception {
        int others = 40;
        CountDownLatch blocked = new CountDownLatch(others);
        CountDownLatch goOn = new CountDownLatch(1);
        for (int number = 0; number < others; number++) {
            cluster.node(0).leaderElection("other/" + number).start(new LeaderElection.Listener() {
                @Override
                public void gained(Leadership leadership) {
                    blocked.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException interruption) {
                        throw new IllegalStateException(interruption);
                    }
                }

                @Override
                public void lost(LeadershipEnd reason) {
                    calls.add("lost other");
                }
            });
        }
        assertThat(blocked.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Candidate last = candidate(0);
        until("gained n1");
        last.election.resign();
        until("lost n1 RESIGNED");
        assertThat(calls).doesNotContain("lost other");
        goOn.countDown();
    }

    @Test
    void electionsDoNotNeedTheCallbacksOfTheApplication() {
        LocksConfig neverRuns = LocksConfig.of("a=x:1").callbackExecutor(task -> {});
        try (RestartableCluster stuck = new RestartableCluster(3, neverRuns)) {
            LeaderElection election = stuck.node(0).leaderElection("x");
            List<String> told = new CopyOnWriteArrayList<>();
            election.start(new LeaderElection.Listener() {
                @Override
                public void gained(Leadership leadership) {
                    told.add("gained");
                }

                @Override
                public void lost(LeadershipEnd reason) {
                    told.add("lost " + reason);
                }
            });
            await().atMost(SOON).until(() -> told.contains("gained"));
            election.close();
            await().atMost(SOON).until(() -> told.contains("lost CLOSED"));
        }
    }

    @Test
    void locksThatAreClosedAfterAnElectionWaitForItsListener() throws Exception {
        Thread[] closer = new Thread[1];
        Candidate first = new Candidate(0) {
            @Override
            public void lost(LeadershipEnd reason) {
                await().atMost(SOON)
                        .until(() -> closer[0].getState() == Thread.State.TIMED_WAITING || !closer[0].isAlive());
                super.lost(reason);
            }
        };
        closer[0] = new Thread(() -> {
            first.election.close();
            cluster.node(0).close();
            calls.add("closed n1");
        });
        first.start();
        until("gained n1");
        candidate(1);
        awaitWaiters(0, 1);
        closer[0].start();
        until("gained n2");
        until("closed n1");
        assertThat(calls).startsWith("gained n1", "lost n1 CLOSED");
        assertInOrder();
    }

    @Test
    void aListenerThatClosesTheLocksDoesNotWaitForItself() {
        Candidate first = new Candidate(0) {
            @Override
            public void lost(LeadershipEnd reason) {
                cluster.node(0).close();
                super.lost(reason);
            }
        };
        first.start();
        until("gained n1");
        first.election.close();
        until("lost n1 CLOSED");
    }

    @Test
    void underRandomCutsPausesAndResignationsNeverTwoLeadAndOneLeadsInTheEnd() {
        Random random = new Random(7);
        for (int node = 0; node < 3; node++) {
            candidate(node);
        }
        int changes = 0;
        for (int step = 0; step < 120; step++) {
            int node = random.nextInt(3);
            switch (random.nextInt(5)) {
                case 0 -> cluster.cutOff(node);
                case 1, 2 -> cluster.reconnect(node);
                case 3 -> candidates.get(node).election.resign();
                default -> cluster.clock.advanceUnnoticed(BEAT);
            }
            assertThat(leaders()).as("leaders at step %s", step).hasSizeLessThan(2);
            cluster.pass(BEAT.dividedBy(1 + random.nextInt(4)));
            assertThat(leaders()).as("leaders after step %s", step).hasSizeLessThan(2);
        }
        for (int node = 0; node < 3; node++) {
            cluster.reconnect(node);
        }
        await().atMost(SOON).until(() -> {
            cluster.pass(BEAT);
            return leaders().size() == 1;
        });
        for (Candidate each : candidates) {
            changes += each.terms.size();
            assertThat(each.terms).isSorted().doesNotHaveDuplicates();
        }
        assertThat(changes).as("terms").isGreaterThan(5);
        assertInOrder();
    }
}
