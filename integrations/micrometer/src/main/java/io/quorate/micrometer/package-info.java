/**
 * Micrometer for the locks of a node. {@link io.quorate.micrometer.LockMetrics} binds counters, gauges and timers to a registry; their names
 * are listed in docs/operate/operations.md. {@link io.quorate.micrometer.LockObservations} observes each acquire and each hold, for tracing.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.micrometer;

import org.jspecify.annotations.NullMarked;
