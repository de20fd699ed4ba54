/**
 * Runs one turn of one node, live or from memory: equal nodes take equal turns about equal events. Start with {@link Stepper}.
 */
@NullMarked
package io.quorate.lab.world.step;

import org.jspecify.annotations.NullMarked;
