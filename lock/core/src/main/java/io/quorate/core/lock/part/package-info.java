/**
 * The part of a node that a protocol may add to the machines of its locks: {@link NodePart} receives messages and timers of
 * its own, and is told when peers come and go.
 */
@NullMarked
package io.quorate.core.lock.part;

import org.jspecify.annotations.NullMarked;
