/**
 * One turn at a time: what comes in waits in {@link Turns}, whoever arrives runs the turn, and {@link NodeState} carries out
 * what it led to.
 */
@NullMarked
package io.quorate.node.turn;

import org.jspecify.annotations.NullMarked;
