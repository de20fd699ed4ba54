/**
 * The outside view of a node: its claims, its timers, and its machines' descriptions of themselves. Start with
 * {@link NodeFacts}.
 */
@NullMarked
package io.quorate.lab.world.facts;

import org.jspecify.annotations.NullMarked;
