/**
 * The commands for locks of a running cluster: {@code lock}, which runs another command under a lock, and {@code locks},
 * {@code describe} and {@code release}, which ask from outside.
 */
@NullMarked
package io.quorate.cli.locks;

import org.jspecify.annotations.NullMarked;
