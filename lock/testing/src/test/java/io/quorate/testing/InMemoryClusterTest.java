// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.InvalidConfigException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LocksConfig;
import io.quorate.node.NodeBuilder;
import io.quorate.node.net.Roster;
import io.quorate.node.turn.NodeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster in memory that does not come about leaves nothing behind. */
@Tag("threads")
class InMemoryClusterTest {
    /** In the names of threads; no other test has it. */
    private static final String ID = "stillborn";

    @Test
    void aStartThatFailsEndsTheThreadsOfAllNodes() {
        Roster roster = new Roster("any", List.of(member(1), member(2), member(3)));
        NodeBuilder builder =
                NodeBuilder.of(roster, "quorumlock", null, NodeSettings.of(LocksConfig.of("a=localhost:1")));
        Thread.currentThread().interrupt(); // so that the first node does not wait for the others
        try {
            assertThatThrownBy(() -> new InMemoryCluster(builder)).isInstanceOf(LockUnavailableException.class);
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is not lost").isTrue();
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().contains(ID)));
    }

    @Test
    void aClusterGoesByTheSettingsThatItIsGiven() throws Exception {
        Duration lease = Duration.ofSeconds(1);
        try (LockCluster cluster = LockCluster.inMemory(2, config -> config.lease(lease));
                Hold hold = cluster.node(0).lock("any").acquire()) {
            assertThat(hold.validFor()).isLessThanOrEqualTo(lease);
        }
        assertThatThrownBy(() -> LockCluster.inMemory(2, config -> config.lease(Duration.ZERO)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("lease");
    }

    @Test
    void aTimeoutWithoutAnAnswerDoesNotSayThatTheLockIsHeld() {
        try (LockCluster cluster = LockCluster.inMemory(
                3, config -> config.attemptTimeout(Duration.ofMillis(20)).unavailableAfter(Duration.ofMinutes(5)))) {
            cluster.cutOff(2);
            for (Duration timeout : List.of(Duration.ZERO, Duration.ofNanos(50_000), Duration.ofMillis(40))) {
                assertThatThrownBy(() -> cluster.node(2).lock("free").acquire(timeout))
                        .isInstanceOfSatisfying(
                                LockTimeoutException.class,
                                late -> assertThat(late.holder()).isEmpty())
                        .hasMessageContaining("was not granted")
                        .hasMessageNotContaining("not free");
            }
        }
    }

    private static Roster.Member member(int number) {
        return new Roster.Member(ID + number, "here", number);
    }
}
