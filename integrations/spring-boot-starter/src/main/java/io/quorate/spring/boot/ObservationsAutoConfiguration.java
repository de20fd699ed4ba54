// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.quorate.micrometer.LockObservations;
import io.quorate.spring.HoldScope;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Each call for a lock and each hold is an observation, if the application has a registry of them. */
@AutoConfiguration(before = QuorateAutoConfiguration.class)
@ConditionalOnClass({LockObservations.class, ObservationRegistry.class})
@ConditionalOnProperty(prefix = "quorate.observations", name = "enabled", matchIfMissing = true)
public class ObservationsAutoConfiguration {
    @Bean
    LocksDecorator observedLocks(ObjectProvider<ObservationRegistry> registries) {
        return locks -> {
            ObservationRegistry registry = registries.getIfUnique();
            return registry == null ? locks : LockObservations.observe(locks, registry);
        };
    }

    /** The work of a method with {@link io.quorate.spring.Locked} is part of its hold. */
    @Bean
    HoldScope observedHolds() {
        return hold -> {
            Observation.Scope scope = LockObservations.observationOf(hold).openScope();
            return scope::close;
        };
    }
}
