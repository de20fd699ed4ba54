/**
 * Draws a recorded run in a terminal. Start with {@link TextDrawing}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.trace.text;

import org.jspecify.annotations.NullMarked;
