/**
 * Sees to it that a node works as a whole or has ended, and never half: {@link Supervisor} watches its threads, each of which has a
 * {@link Pulse}. Also what the end of a node needs where memory has run out: {@link LastWords}.
 */
@NullMarked
package io.quorate.node.watch;

import org.jspecify.annotations.NullMarked;
