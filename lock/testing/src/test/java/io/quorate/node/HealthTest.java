// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.LEASE;
import static io.quorate.node.RestartableCluster.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Health;
import io.quorate.api.Health.State;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node says of itself while others come and go; by a clock that the test moves. */
@Tag("threads")
@Timeout(60)
class HealthTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RestartableCluster cluster = new RestartableCluster(3);
    private final List<State> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Health health(int node) {
        return cluster.node(node).health();
    }

    private void awaitState(int node, State state) {
        await().atMost(SOON).until(() -> health(node).state() == state);
    }

    @Test
    void aNodeThatHasRestartedIsSilentForALeaseAndReadyOnlyWhenItVotes() {
        awaitState(0, State.VOTING);
        await().atMost(SOON).until(() -> health(0).missing().isEmpty());
        assertThat(health(0).isReady()).isTrue();
        cluster.crash(1);
        await().atMost(SOON).until(() -> health(0).missing().contains("n2"));
        assertThat(health(0).isReady()).as("two of three are enough").isTrue();
        assertThat(health(0).reason()).contains("Not connected: n2");
        cluster.restart(1);
        cluster.settle();
        Health silent = health(1);
        assertThat(silent.state()).isEqualTo(State.SILENT);
        assertThat(silent.isReady()).isFalse();
        assertThat(silent.silentFor()).isPositive().isLessThanOrEqualTo(MEMORY);
        assertThat(silent.reason()).contains("grants no votes for another", "Do not restart another node yet");
        cluster.pass(LEASE.dividedBy(2));
        assertThat(health(1).silentFor()).isEqualTo(silent.silentFor().minus(LEASE.dividedBy(2)));
        cluster.pass(MEMORY);
        assertThat(health(1).state()).isEqualTo(State.VOTING);
        assertThat(health(1).isReady()).isTrue();
        assertThat(health(1).silentFor()).isZero();
    }

    @Test
    void listenersHearEachChangeInOrderOneAtATimeUntilTheyAreRemoved() {
        awaitState(0, State.VOTING);
        AtomicInteger inside = new AtomicInteger();
        List<Integer> together = new CopyOnWriteArrayList<>();
        Registration registration = cluster.node(0).addHealthListener(health -> {
            together.add(inside.incrementAndGet());
            heard.add(health.state());
            inside.decrementAndGet();
        });
        List<State> removed = new CopyOnWriteArrayList<>();
        cluster.node(0).addHealthListener(health -> removed.add(health.state())).close();
        List<State> expected = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            cluster.cutOff(0);
            awaitState(0, State.NO_QUORUM);
            assertThat(health(0).missing()).containsExactly("n2", "n3");
            assertThat(health(0).isReady()).isFalse();
            assertThat(health(0).reason()).contains("Too few members are connected", "n2, n3", "check host and port");
            cluster.reconnect(0);
            awaitState(0, State.VOTING);
            expected.addAll(List.of(State.NO_QUORUM, State.VOTING));
        }
        cluster.node(0).close();
        expected.add(State.CLOSED);
        await().atMost(SOON).until(() -> heard.size() >= expected.size());
        assertThat(heard).isEqualTo(expected);
        assertThat(together).containsOnly(1);
        assertThat(removed).isEmpty();
        assertThat(health(0).reason()).contains("closed");
        registration.close();
    }

    @Test
    void aListenerThatThrowsKeepsNobodyFromBeingTold() {
        awaitState(0, State.VOTING);
        cluster.node(0).addHealthListener(health -> {
            throw new IllegalStateException("on purpose");
        });
        cluster.node(0).addHealthListener(health -> heard.add(health.state()));
        cluster.cutOff(0);
        await().atMost(SOON).until(() -> heard.contains(State.NO_QUORUM));
        cluster.reconnect(0);
        await().atMost(SOON).until(() -> heard.contains(State.VOTING));
    }

    @Test
    void aClusterThatStartsAgainAsAWholeIsSilentEverywhere() {
        cluster.crash(0);
        cluster.crash(1);
        cluster.crash(2);
        cluster.restart(0, 1, 2);
        cluster.settle();
        for (int node = 0; node < 3; node++) {
            assertThat(health(node).state()).isEqualTo(State.SILENT);
        }
        cluster.pass(MEMORY);
        for (int node = 0; node < 3; node++) {
            assertThat(health(node).isReady()).isTrue();
        }
    }
}
