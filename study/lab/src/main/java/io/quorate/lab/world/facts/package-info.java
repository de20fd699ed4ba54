/**
 * What can be read off a node from outside: its claims, its timers, and what its machines say of themselves. Start with
 * {@link NodeFacts}.
 */
@NullMarked
package io.quorate.lab.world.facts;

import org.jspecify.annotations.NullMarked;
