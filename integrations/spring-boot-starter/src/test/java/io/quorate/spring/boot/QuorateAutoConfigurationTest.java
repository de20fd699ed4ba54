// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.InvalidConfigException;
import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.node.net.FreePorts;
import io.quorate.spring.Locked;
import io.quorate.spring.LocksConfigCustomizer;
import io.quorate.testing.LockCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** On both versions of Boot: what the application gets, and what it is told when a setting is wrong. */
@Tag("threads")
final class QuorateAutoConfigurationTest {
    private final ApplicationContextRunner contexts =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(QuorateAutoConfiguration.class));

    private final ApplicationContextRunner inMemory = contexts.withPropertyValues("quorate.in-memory=true");

    @Test
    void thisRunIsOnTheVersionOfBootThatItsClassPathHas() {
        String version = org.springframework.boot.SpringBootVersion.getVersion();
        System.out.println("QuorateAutoConfigurationTest ran on Spring Boot " + version);
        assertThat(version).matches("(3\\.5|4\\.1)\\..*");
    }

    @Test
    void aNodeInMemoryGivesLocksWithoutAPort() {
        inMemory.run(context -> {
            Locks locks = context.getBean(Locks.class);
            try (Hold hold = locks.lock("orders/42").acquire(Duration.ofSeconds(30))) {
                assertThat(hold.isValid()).isTrue();
                assertThat(locks.lock("orders/42").tryAcquire()).isEmpty();
            }
            assertThat(locks.health().isReady()).isTrue();
        });
    }

    @Test
    void theEndOfTheContextClosesTheLocks() {
        AtomicReference<Locks> ended = new AtomicReference<>();
        inMemory.run(context -> ended.set(context.getBean(Locks.class)));
        assertThat(ended.get().health().state()).isEqualTo(Health.State.CLOSED);
        assertThatThrownBy(() -> ended.get().lock("x").tryAcquire()).isInstanceOf(LocksClosedException.class);
    }

    @Test
    void theNodeStartsEvenWhereBeansAreLazy() {
        inMemory.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(context.getSourceApplicationContext()
                                .getBeanFactory()
                                .containsSingleton("locks"))
                        .isTrue());
    }

    @Test
    void withEnabledFalseThereIsNoNode() {
        contexts.withPropertyValues("quorate.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Locks.class));
    }

    @Test
    void theLocksOfTheApplicationComeFirst() {
        try (LockCluster cluster = LockCluster.inMemory(1)) {
            contexts.withBean("mine", Locks.class, () -> cluster.node(0))
                    .run(context -> assertThat(context.getBean(Locks.class)).isSameAs(cluster.node(0)));
        }
    }

    @Test
    void startIsNotDelayedByMembersThatAreNotThere() throws IOException {
        contexts.withPropertyValues(members("a")).run(context -> {
            assertThat(context).hasNotFailed(); // it did not wait for the 30 s of a join, and did not throw
            Health health = context.getBean(Locks.class).health();
            assertThat(health.isReady()).isFalse();
            assertThat(health.state()).isEqualTo(Health.State.JOINING);
            assertThat(health.missing()).containsExactlyInAnyOrder("b", "c");
            assertThat(health.reason()).isNotBlank();
        });
    }

    /** Three members on free ports of this machine, of which this process is one. */
    static String[] members(String nodeId) throws IOException {
        return new String[] {
            "quorate.members=a=localhost:" + FreePorts.one() + ",b=localhost:" + FreePorts.one() + ",c=localhost:"
                    + FreePorts.one(),
            "quorate.node-id=" + nodeId
        };
    }

    @Test
    void everyFaultySettingIsInOneReport() {
        contexts.withPropertyValues(
                        "quorate.members=a=localhost:7401,b=localhost:7402",
                        "quorate.node-id=z",
                        "quorate.guest=batch",
                        "quorate.lease=1ms",
                        "quorate.spare-votes=9",
                        "quorate.tls.key=key.pem",
                        "quorate.timeouts.attempt=0s")
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis = analysisOf(context.getStartupFailure(), InvalidConfigException.class);
                    assertThat(analysis.getDescription())
                            .contains("quorate.node-id and quorate.guest are both set")
                            .contains("has no certificate authorities")
                            .contains("The lease must be between")
                            .contains("0 to 3 spare votes, not 9")
                            .contains("attempt timeout");
                    assertThat(analysis.getAction()).contains("quorate.members");
                });
    }

    @Test
    void withoutMembersTheReportSaysWhereToListThem() {
        contexts.run(context -> {
            FailureAnalysis analysis = analysisOf(context.getStartupFailure(), InvalidConfigException.class);
            assertThat(analysis.getDescription())
                    .contains("quorate.members is empty")
                    .doesNotContain("roster");
            assertThat(analysis.getAction()).contains("quorate.members, as id=host:port");
        });
    }

    @Test
    void aPortInUseIsReportedWithWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            contexts.withPropertyValues("quorate.members=a=127.0.0.1:" + taken.getLocalPort())
                    .run(context -> {
                        FailureAnalysis analysis = analysisOf(context.getStartupFailure(), JoinFailedException.class);
                        assertThat(analysis.getDescription()).contains(String.valueOf(taken.getLocalPort()));
                        assertThat(analysis.getAction()).contains("quorate.*");
                    });
        }
    }

    @Test
    void withoutQuorateTestingTheReportNamesTheDependency() {
        inMemory.withClassLoader(new FilteredClassLoader("io.quorate.testing")).run(context -> {
            FailureAnalysis analysis =
                    analysisOf(context.getStartupFailure(), InMemoryNode.MissingTestingException.class);
            assertThat(analysis.getAction()).contains("io.quorate:quorate-testing");
        });
    }

    @Test
    void anUnknownSslBundleIsAFault() throws IOException {
        contexts.withPropertyValues(members("a"))
                .withPropertyValues("quorate.tls.bundle=nowhere")
                .withConfiguration(
                        AutoConfigurations.of(org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("\"nowhere\", and there is no such bundle"));
    }

    /** What Boot would print about the failure of a start. */
    static FailureAnalysis analysisOf(Throwable failure, Class<? extends Throwable> cause) {
        assertThat(failure).isNotNull().hasStackTraceContaining(cause.getName());
        return SpringFactoriesLoader.forDefaultResourceLocation(SpringApplication.class.getClassLoader())
                .load(
                        FailureAnalyzer.class,
                        SpringFactoriesLoader.FailureHandler.handleMessage((message, problem) -> {}))
                .stream()
                .filter(analyzer -> analyzer.getClass().getName().startsWith("io.quorate."))
                .map(analyzer -> analyzer.analyze(failure))
                .filter(analysis -> analysis != null)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no analyzer of ours explains " + failure));
    }

    @Test
    void customizersChangeTheConfigurationInTheirOrder() {
        inMemory.withUserConfiguration(Customized.class)
                .run(context -> assertThat(context.getBean(StringBuilder.class)).hasToString("PT5S"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {
        @Bean
        StringBuilder seen() {
            return new StringBuilder();
        }

        @Bean
        LocksConfigCustomizer customizer(StringBuilder seen) {
            return config -> {
                seen.append(config.lease());
                return config.lease(Duration.ofSeconds(1));
            };
        }
    }

    @Test
    void theNodeStopsAfterEveryOtherPhase() {
        inMemory.run(context -> assertThat(
                        context.getBean("&locks", SmartLifecycle.class).getPhase())
                .isLessThan(0)
                .isLessThan(SmartLifecycle.DEFAULT_PHASE - 2048));
    }

    @Test
    void beansThatUseLocksAreDestroyedWhileTheirHoldsAreStillValid() {
        inMemory.withUserConfiguration(LongHolder.class).run(context -> context.getBean(Worker.class));
        assertThat(Worker.outcome).isEqualTo(Hold.Outcome.RELEASED);
        assertThat(Worker.wasValid).isTrue();
    }

    /** Holds a lock for as long as it lives. */
    static final class Worker implements DisposableBean {
        static Hold.Outcome outcome;
        static boolean wasValid;
        private final Hold hold;

        Worker(Locks locks) throws InterruptedException {
            hold = locks.lock("whole-life").acquire();
        }

        @Override
        public void destroy() {
            wasValid = hold.isValid();
            hold.close();
            outcome = hold.outcome();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LongHolder {
        @Bean
        Worker worker(Locks locks) throws InterruptedException {
            return new Worker(locks);
        }
    }

    /** Takes its locks by the annotation only, so nothing but the annotation tells Spring that it needs them. */
    static class AnnotatedWorker implements DisposableBean {
        private Hold hold;
        private boolean wasValid;

        @Locked(name = "unused")
        public void work() {}

        @Override
        public void destroy() {
            wasValid = hold.isValid();
            hold.close();
        }
    }

    @Test
    void beansWithLockedMethodsAreDestroyedBeforeTheLocks() throws InterruptedException {
        AnnotatedWorker worker = new AnnotatedWorker();
        contexts.withConfiguration(AutoConfigurations.of(LockedAutoConfiguration.class))
                .withPropertyValues("quorate.in-memory=true", "quorate.shutdown-grace=0s")
                .withBean("a-worker", AnnotatedWorker.class, () -> worker)
                .run(context -> worker.hold =
                        context.getBean(Locks.class).lock("orders/42").acquire(Duration.ofSeconds(30)));
        assertThat(worker.wasValid).isTrue();
    }

    @Test
    void aHoldThatNobodyClosesIsToldThatTheNodeWasClosed() {
        AtomicReference<Hold> forgotten = new AtomicReference<>();
        inMemory.run(context ->
                forgotten.set(context.getBean(Locks.class).lock("forgotten").acquire()));
        assertThat(forgotten.get().isValid()).isFalse();
        assertThat(forgotten.get().lossReason()).contains(LossReason.NODE_CLOSED);
    }

    @Test
    void aStoppedContextSaysThatItsLocksCannotBeOpenedAgain() {
        inMemory.run(context -> {
            context.getSourceApplicationContext(org.springframework.context.ConfigurableApplicationContext.class)
                    .stop();
            assertThatThrownBy(() -> context.getSourceApplicationContext(
                                    org.springframework.context.ConfigurableApplicationContext.class)
                            .start())
                    .hasStackTraceContaining("close the context and make a new one");
        });
    }
}
