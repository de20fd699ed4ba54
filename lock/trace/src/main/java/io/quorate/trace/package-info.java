/**
 * Recorded runs: who sent what to whom, who waited and who held, and when. Start with {@link SpaceTime}, the one data
 * structure that every drawing reads; {@link SpaceTimeFile} writes it as text, {@link ShivizLog} for the ShiViz viewer.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.trace;

import org.jspecify.annotations.NullMarked;
