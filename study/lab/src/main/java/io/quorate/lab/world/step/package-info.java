/**
 * Runs one turn of one node, live or from memory: equal nodes with equal input take equal turns. Start with {@link Stepper}.
 */
@NullMarked
package io.quorate.lab.world.step;

import org.jspecify.annotations.NullMarked;
