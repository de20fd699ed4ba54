// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.quorate.api.Locks;
import io.quorate.micrometer.LockMetrics;
import io.quorate.spring.Locked;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What Micrometer gets when it is there. */
@Tag("threads")
final class MetricsAndObservationsTest {
    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    QuorateAutoConfiguration.class,
                    LockedAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    ObservationsAutoConfiguration.class))
            .withPropertyValues("quorate.in-memory=true");

    @Test
    void theNodeHasAMeterBinder() {
        contexts.run(context -> {
            MeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(MeterBinder.class).bindTo(registry);
            context.getBean(Locks.class).lock("x").acquire().close();
            assertThat(registry.get("quorate.granted").functionCounter().count())
                    .isEqualTo(1);
            assertThat(registry.get("quorate.acquire").timer().takeSnapshot().histogramCounts())
                    .isEmpty();
        });
        contexts.withPropertyValues("quorate.metrics.histogram=true").run(context -> {
            MeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(MeterBinder.class).bindTo(registry);
            context.getBean(Locks.class).lock("x").acquire().close();
            assertThat(registry.get("quorate.acquire").timer().takeSnapshot().histogramCounts())
                    .hasSize(10);
        });
    }

    @Test
    void bothCanBeSwitchedOffOrMissing() {
        contexts.withPropertyValues("quorate.metrics.enabled=false", "quorate.observations.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(LockMetrics.class)
                        .doesNotHaveBean(LocksDecorator.class)
                        .hasSingleBean(Locks.class));
        contexts.withClassLoader(new FilteredClassLoader("io.quorate.micrometer"))
                .run(context -> assertThat(context).hasSingleBean(Locks.class).doesNotHaveBean("lockMetrics"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Observed {
        @Bean
        List<String> said() {
            return new ArrayList<>();
        }

        @Bean
        ObservationRegistry registry(List<String> said) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new ObservationHandler<>() {
                @Override
                public void onStart(Observation.Context context) {
                    said.add(context.getName());
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            });
            return registry;
        }

        @Bean
        Job job(ObservationRegistry registry) {
            return new Job(registry);
        }
    }

    static class Job {
        private final ObservationRegistry registry;

        Job(ObservationRegistry registry) {
            this.registry = registry;
        }

        @Locked(name = "job")
        public String run() {
            Observation current = registry.getCurrentObservation();
            return current == null
                    ? "none"
                    : String.valueOf(current.getContext().getName());
        }
    }

    @Test
    void aLockedMethodRunsInTheObservationOfItsHold() {
        contexts.withUserConfiguration(Observed.class).run(context -> {
            assertThat(context.getBean(Job.class).run()).isEqualTo("quorate.lock.hold");
            assertThat(String.valueOf(context.getBean("said"))).isEqualTo("[quorate.lock.acquire, quorate.lock.hold]");
        });
    }
}
