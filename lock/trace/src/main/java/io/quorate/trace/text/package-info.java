/** Draws a recorded run in a terminal. Start with {@link TextDrawing}. */
@NullMarked
package io.quorate.trace.text;

import org.jspecify.annotations.NullMarked;
