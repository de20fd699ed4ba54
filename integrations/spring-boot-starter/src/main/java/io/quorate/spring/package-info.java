/**
 * Locks for Spring Boot. {@link io.quorate.spring.Locked} runs a method under a lock; {@link io.quorate.spring.LockedHold} is what the
 * method knows of it. Settings and beans are in {@code boot}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.spring;

import org.jspecify.annotations.NullMarked;
