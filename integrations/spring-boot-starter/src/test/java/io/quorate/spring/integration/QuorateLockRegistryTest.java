// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.DistributedLock;
import io.quorate.api.LockLostException;
import io.quorate.spring.boot.QuorateAutoConfiguration;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/** The lock registry of Spring Integration 6.5 and 7.1, and its leader election. */
@Tag("threads")
final class QuorateLockRegistryTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(QuorateAutoConfiguration.class, LockRegistryAutoConfiguration.class))
            .withPropertyValues("quorate.in-memory=true");

    @Test
    void theContextHasALockRegistry() {
        contexts.run(context -> {
            Lock lock = context.getBean(LockRegistry.class).obtain("file-1");
            assertThat(((DistributedLock) lock).name()).isEqualTo("integration/file-1");
            assertThat(lock.tryLock()).isTrue();
            assertThat(lock.tryLock()).isTrue(); // re-entrant
            lock.unlock();
            lock.unlock();
        });
    }

    @Test
    void theRegistryOfTheApplicationComesFirst() {
        contexts.withBean(
                        "mine",
                        LockRegistry.class,
                        org.springframework.integration.support.locks.DefaultLockRegistry::new)
                .run(context ->
                        assertThat(context).hasSingleBean(LockRegistry.class).hasBean("mine"));
    }

    @Test
    void withoutSpringIntegrationThereIsNone() {
        contexts.withClassLoader(new FilteredClassLoader("org.springframework.integration"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("quorateLockRegistry"));
    }

    @Test
    void theSameKeyGivesTheSameObjectAndUnusedOnesAreForgotten() {
        try (LockCluster cluster = LockCluster.inMemory(1)) {
            QuorateLockRegistry registry = new QuorateLockRegistry(cluster.node(0), "");
            Lock kept = registry.obtain("kept");
            for (int number = 0; number < 1000; number++) {
                registry.obtain("unused-" + number);
            }
            Awaitility.await().atMost(DEADLINE).until(() -> {
                System.gc();
                return registry.size() == 1;
            });
            assertThat(registry.obtain("kept")).isSameAs(kept);
        }
    }

    @Test
    void aThreadThatLostItsLockIsToldSoInsteadOfEnteringAgain() {
        try (LockCluster cluster = LockCluster.inMemory(3, config -> config.lease(Duration.ofMillis(500)))) {
            Lock lock = new QuorateLockRegistry(cluster.node(0), "").obtain("x");
            assertThat(lock.tryLock()).isTrue();
            cluster.cutOff(0);
            Awaitility.await().atMost(DEADLINE).until(() -> !((DistributedLock) lock).isLocked());
            assertThatThrownBy(lock::tryLock).isInstanceOf(LockLostException.class);
            assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        }
    }

    @Test
    void oneOfTwoCandidatesLeadsAndTheOtherFollowsWhenItIsCutOff() {
        try (LockCluster cluster = LockCluster.inMemory(
                3, config -> config.lease(Duration.ofMillis(500)).unavailableAfter(Duration.ofMillis(200)))) {
            List<String> said = new CopyOnWriteArrayList<>();
            LockRegistryLeaderInitiator first = candidate(cluster, 0, said);
            LockRegistryLeaderInitiator second = candidate(cluster, 1, said);
            try {
                first.start();
                Awaitility.await().atMost(DEADLINE).until(() -> said.contains("0 leads"));
                second.start();
                cluster.cutOff(0);
                Awaitility.await().atMost(DEADLINE).until(() -> said.contains("1 leads"));
                Awaitility.await().atMost(DEADLINE).until(() -> said.contains("0 leads no more"));
                Awaitility.await().atMost(DEADLINE).untilAsserted(() -> {
                    assertThat(first.getContext().isLeader()).isFalse();
                    assertThat(second.getContext().isLeader()).isTrue();
                });
            } finally {
                first.stop();
                second.stop();
            }
        }
    }

    private static LockRegistryLeaderInitiator candidate(LockCluster cluster, int node, List<String> said) {
        LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(
                new QuorateLockRegistry(cluster.node(node), ""), new DefaultCandidate("node-" + node, "cleaner") {
                    @Override
                    public void onGranted(Context context) {
                        said.add(node + " leads");
                    }

                    @Override
                    public void onRevoked(Context context) {
                        said.add(node + " leads no more");
                    }
                });
        initiator.setHeartBeatMillis(50);
        initiator.setBusyWaitMillis(20);
        return initiator;
    }
}
