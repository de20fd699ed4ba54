/**
 * The auto-configuration: settings, the node, its health, metrics, and a lock registry for Spring Integration.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.spring.boot;

import org.jspecify.annotations.NullMarked;
