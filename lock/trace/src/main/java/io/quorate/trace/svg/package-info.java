/**
 * Draws a recorded run as a space-time diagram in SVG. Start with {@link SvgDrawing}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.trace.svg;

import org.jspecify.annotations.NullMarked;
