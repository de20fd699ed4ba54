/**
 * The lab's knowledge of each protocol, besides the protocol itself: one {@link io.quorate.lab.kit.Kit} for a protocol, in a package
 * of its own below this one, found by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.quorate.lab.kit;

import org.jspecify.annotations.NullMarked;
