/** Draws a recorded run as a space-time diagram in SVG. Start with {@link SvgDrawing}. */
@NullMarked
package io.quorate.trace.svg;

import org.jspecify.annotations.NullMarked;
