package io.quorate.spring;

import io.quorate.api.LocksConfig;

/**
 * Changes the configuration of the node before it starts, for what has no property. Every bean of this type is asked, in their order
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
    /** Returns the changed configuration: a {@link LocksConfig} itself never changes. */
    LocksConfig customize(LocksConfig config);
}
