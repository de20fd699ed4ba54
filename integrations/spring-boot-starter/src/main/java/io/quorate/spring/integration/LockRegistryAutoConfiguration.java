// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.integration;

import io.quorate.api.Locks;
import io.quorate.spring.boot.QuorateAutoConfiguration;
import io.quorate.spring.boot.QuorateProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

/** The lock registry of Spring Integration, unless the application has one. */
@AutoConfiguration(after = QuorateAutoConfiguration.class)
@ConditionalOnClass(LockRegistry.class)
@ConditionalOnBean(Locks.class)
@ConditionalOnProperty(prefix = "quorate.lock-registry", name = "enabled", matchIfMissing = true)
public class LockRegistryAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean(LockRegistry.class)
    QuorateLockRegistry quorateLockRegistry(Locks locks, QuorateProperties properties) {
        return new QuorateLockRegistry(locks, properties.getLockRegistry().getPrefix());
    }
}
