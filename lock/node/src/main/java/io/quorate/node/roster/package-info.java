/**
 * How a node finds the roster of its cluster, shows it and has it changed. Begin with {@link io.quorate.node.roster.RosterDesk}; the rules are
 * in {@code io.quorate.core.roster}.
 */
@NullMarked
package io.quorate.node.roster;

import org.jspecify.annotations.NullMarked;
