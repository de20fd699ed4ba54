// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.health;

import io.quorate.api.Locks;
import io.quorate.spring.boot.QuorateAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code quorate}, of Boot 4, where it has moved to another package. */
@AutoConfiguration(after = QuorateAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Locks.class)
public class HealthBoot4AutoConfiguration {
    @Bean
    @ConditionalOnEnabledHealthIndicator("quorate")
    @ConditionalOnMissingBean(name = "quorateHealthIndicator")
    HealthIndicator quorateHealthIndicator(Locks locks) {
        return () -> {
            io.quorate.api.Health health = locks.health();
            return Health.status(HealthDetails.status(health))
                    .withDetails(HealthDetails.of(locks.nodeId(), health))
                    .build();
        };
    }
}
