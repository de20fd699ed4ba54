/**
 * Metrics of a node for Micrometer: {@link io.quorate.micrometer.LockMetrics} binds the locks of a node to a registry. Their names
 * are listed in docs/operate/operations.md.
 */
@NullMarked
package io.quorate.micrometer;

import org.jspecify.annotations.NullMarked;
