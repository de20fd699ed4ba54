// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.api.Locks;
import io.quorate.micrometer.LockMetrics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The metrics of the node: Boot binds them to every registry. */
@AutoConfiguration(after = QuorateAutoConfiguration.class)
@ConditionalOnClass({LockMetrics.class, MeterRegistry.class})
@ConditionalOnBean(Locks.class)
@ConditionalOnProperty(prefix = "quorate.metrics", name = "enabled", matchIfMissing = true)
public class MetricsAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    LockMetrics lockMetrics(Locks locks, QuorateProperties properties) {
        LockMetrics metrics = new LockMetrics(locks);
        return properties.getMetrics().isHistogram() ? metrics.withHistogram() : metrics;
    }
}
