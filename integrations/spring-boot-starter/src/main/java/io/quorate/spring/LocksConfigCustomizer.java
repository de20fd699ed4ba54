// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.LocksConfig;

/**
 * Changes the configuration of the node before it starts, for settings without a property. Every bean of this type is called, in order
 * ({@link org.springframework.core.annotation.Order}), after the properties were read.
 *
 * <pre>{@code
 * @Bean
 * LocksConfigCustomizer callbacks(ExecutorService workers) {
 *     return config -> config.callbackExecutor(workers);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface LocksConfigCustomizer {
    /**
     * Returns the changed configuration: a {@link LocksConfig} itself is immutable.
     *
     * @param config the configuration so far
     * @return the changed configuration
     */
    LocksConfig customize(LocksConfig config);
}
