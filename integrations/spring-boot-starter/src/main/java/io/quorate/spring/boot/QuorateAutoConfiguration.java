// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.spring.LocksConfigCustomizer;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ResourceLoader;

/** The node of the application: a bean of the type {@link Locks}, unless the application has one. */
@AutoConfiguration
@EnableConfigurationProperties(QuorateProperties.class)
public class QuorateAutoConfiguration {
    @Bean
    @Lazy(false) // even where all other beans are lazy: a member that has not started does not vote
    @ConditionalOnMissingBean(Locks.class)
    @ConditionalOnProperty(prefix = "quorate", name = "enabled", matchIfMissing = true)
    LocksFactory locks(
            QuorateProperties properties,
            ResourceLoader application,
            ObjectProvider<SslBundles> bundles,
            ObjectProvider<LocksConfigCustomizer> customizers,
            ObjectProvider<LocksDecorator> decorators) {
        NodeSettings settings = new NodeSettings(
                properties, bundles.getIfUnique(), customizers.orderedStream().toList());
        UnaryOperator<Locks> decorator = locks -> {
            Locks decorated = locks;
            for (LocksDecorator each : decorators.orderedStream().toList()) {
                decorated = each.decorate(decorated);
            }
            return decorated;
        };
        if (properties.isInMemory()) {
            InMemoryNode.requireTesting(application.getClassLoader());
            return new LocksFactory(() -> InMemoryNode.start(settings), graceOf(properties), decorator);
        }
        LocksConfig config = settings.ofNode();
        return LocksFactory.of(config, decorator);
    }

    /** Nothing works under the locks of a test once its context has ended. */
    private static Duration graceOf(QuorateProperties properties) {
        Duration set = properties.getShutdownGrace();
        return set == null ? Duration.ZERO : set;
    }
}
