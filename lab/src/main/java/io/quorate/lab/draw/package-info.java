/**
 * Space-time diagrams: who said what to whom, when, and who held the lock meanwhile. The model,
 * {@link io.quorate.lab.draw.SpaceTime}, does not care where it comes from: a simulated run, a scenario or the recording of real
 * processes ({@link io.quorate.lab.draw.SpaceTimeFile}). {@link io.quorate.lab.draw.TextDrawing} draws it for the terminal,
 * {@link io.quorate.lab.draw.SvgDrawing} as a picture.
 */
@NullMarked
package io.quorate.lab.draw;

import org.jspecify.annotations.NullMarked;
