/**
 * Randomness of the simulator: durations, arrivals, popularity of locks, distances, all drawn from one seed. Start with
 * {@link Randomness}.
 */
@NullMarked
package io.quorate.lab.simulate.chance;

import org.jspecify.annotations.NullMarked;
