// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.testing.FencedRecorder;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What {@code @QuorateCluster} injects, resets and finds. */
@Tag("threads")
@Timeout(120)
class ClusterExtensionTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Tests that pass. */
    @QuorateCluster(nodes = 4, lease = "20s")
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static final class Good {
        private static Locks ofTheClass;
        private final Locks ofTheInstance;
        private Hold fromBefore;

        Good(@Node(3) Locks locks) {
            ofTheInstance = locks;
        }

        @BeforeAll
        static void beforeAll(@Node(1) Locks locks) {
            ofTheClass = locks;
        }

        @BeforeEach
        void take(@Node(2) Locks locks) throws Exception {
            fromBefore = locks.lock("before").acquire(SOON);
        }

        @AfterEach
        void giveBack() {
            fromBefore.close();
        }

        @Test
        @Order(1)
        void everythingIsInjected(LockCluster cluster, Locks locks, List<Locks> all, FencedRecorder store)
                throws Exception {
            assertThat(cluster.size()).isEqualTo(4);
            assertThat(all).hasSize(4);
            assertThat(List.of(locks.nodeId(), ofTheClass.nodeId(), ofTheInstance.nodeId()))
                    .containsExactly("n1", "n2", "n4");
            assertThat(fromBefore.validFor()).isLessThanOrEqualTo(Duration.ofSeconds(20));
            cluster.assertHeldBy(2, "before");
            try (Hold hold = locks.lock("x").acquire()) {
                store.write(hold, "value");
            }
            cluster.kill(1);
            cluster.cutOff(0);
        }

        @Test
        @Order(2)
        void faultsOfTheTestBeforeAreOver(LockCluster cluster, Locks locks) throws Exception {
            locks.lock("x").acquire(SOON).close();
            ofTheClass.lock("x").acquire(SOON).close();
            ofTheInstance.lock("x").acquire(SOON).close();
            cluster.assertFree("x");
        }

        @Test
        @Order(3)
        @QuorateCluster(virtualTime = true)
        void aMethodCanHaveAClusterOfItsOwn(LockCluster cluster, Locks locks) throws Exception {
            assertThat(cluster.size()).isEqualTo(3);
            assertThat(locks).isNotSameAs(ofTheInstance);
            cluster.pass(Duration.ofHours(1));
        }

        /** In it too. */
        @Nested
        final class Inner {
            @Test
            void theClusterIsThatOfTheClassAround(LockCluster cluster) {
                assertThat(cluster.size()).isEqualTo(4);
                cluster.assertHeldBy(2, "before");
            }
        }
    }

    /** Tests that fail, each for one reason. */
    @QuorateCluster
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static final class Bad {
        @Test
        @Order(1)
        void leak(Locks locks) throws Exception {
            locks.lock("leaky").acquire();
        }

        @Test
        @Order(2)
        @SuppressWarnings("LockNotBeforeTry") // it is what is to be found
        void threadLeak(@Node(1) Locks locks) throws Exception {
            assertThat(locks.lock("leaky").tryLock(30, TimeUnit.SECONDS))
                    .as("free again")
                    .isTrue();
        }

        @Test
        @Order(3)
        void lateWrite(LockCluster cluster, Locks locks, @Unchecked FencedRecorder store) throws Exception {
            Hold hold = locks.lock("leaky").acquire(SOON);
            hold.close();
            store.write(hold, "late");
        }

        @Test
        @Order(4)
        void noSuchNode(@Node(3) Locks locks) {}

        @Test
        @Order(5)
        @QuorateCluster(lease = "soon")
        void noSuchLease(Locks locks) {}

        @Test
        @Order(6)
        void failsAndLeaks(Locks locks) throws Exception {
            locks.lock("leaky").acquire();
            throw new IllegalStateException("its own failure");
        }

        @Test
        @Order(7)
        @QuorateCluster(failOnLeak = false)
        void leakOnPurpose(Locks locks) throws Exception {
            locks.lock("leaky").acquire();
        }
    }

    private static Map<String, Throwable> failures(Class<?> tests) {
        Map<String, Throwable> failures = new LinkedHashMap<>();
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests)).execute().testEvents().failed().stream()
                .forEach(event -> failures.put(
                        event.getTestDescriptor().getDisplayName().replaceAll("\\(.*", ""),
                        event.getRequiredPayload(TestExecutionResult.class)
                                .getThrowable()
                                .orElseThrow()));
        return failures;
    }

    @Test
    void everythingIsInjectedAndResetBetweenTests() {
        assertThat(failures(Good.class)).isEmpty();
    }

    @Test
    void whatIsWrongFailsTheTestWithWhatToDo() {
        Map<String, Throwable> failures = failures(Bad.class);
        assertThat(failures)
                .containsOnlyKeys("leak", "threadLeak", "lateWrite", "noSuchNode", "noSuchLease", "failsAndLeaks");
        assertThat(failures.get("leak"))
                .hasMessageContaining("\"leaky\"")
                .hasMessageContaining("fence ")
                .hasMessageContaining("node n1")
                .hasMessageContaining("ClusterExtensionTest$Bad.leak");
        assertThat(failures.get("threadLeak")).hasMessageContaining("node n2").hasMessageContaining("Bad.threadLeak");
        assertThat(failures.get("lateWrite")).hasMessageContaining("LATE WRITE").hasMessageContaining(".html");
        assertThat(failures.get("noSuchNode")).hasMessageContaining("nodes = 4");
        assertThat(failures.get("noSuchLease")).hasStackTraceContaining("500ms");
        assertThat(failures.get("failsAndLeaks"))
                .hasMessage("its own failure")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }
}
