/**
 * One turn at a time: inputs wait in {@link Turns}, the arriving thread runs the turn, and {@link NodeState} carries out its effects.
 */
@NullMarked
package io.quorate.node.turn;

import org.jspecify.annotations.NullMarked;
