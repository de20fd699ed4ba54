/** Locks for Spring Integration. */
@NullMarked
package io.quorate.spring.integration;

import org.jspecify.annotations.NullMarked;
