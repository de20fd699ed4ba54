/**
 * Locks for Spring Integration.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.spring.integration;

import org.jspecify.annotations.NullMarked;
