/**
 * Space-time diagrams: who said what to whom, when, and who held the lock meanwhile. The model,
 * {@link io.quorate.trace.SpaceTime}, does not care where it comes from: a simulated run, a scenario or the recording of real
 * processes ({@link io.quorate.trace.SpaceTimeFile}). {@link io.quorate.trace.text.TextDrawing} draws it for the terminal,
 * {@link io.quorate.trace.svg.SvgDrawing} as a picture.
 *
 * <p>And pictures of quorum systems: {@link io.quorate.lab.draw.QuorumPicture} chooses the kind of picture that suits a system,
 * each of which is a class of its own; {@link io.quorate.lab.draw.QuorumSheet} is what they have in common.
 */
@NullMarked
package io.quorate.lab.draw;

import org.jspecify.annotations.NullMarked;
