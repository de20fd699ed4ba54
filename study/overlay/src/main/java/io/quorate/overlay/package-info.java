/**
 * Key-based routing: every key of a ring of 128-bit numbers belongs to the node nearest to it, and a message for a key finds that node from
 * any sender. {@link io.quorate.overlay.Overlay} is the contract, the same for every distributed hash
 * table; {@link io.quorate.overlay.Router} carries messages through any of them and lets each node on the way see what passes.
 * Read docs/study/overlay.md first.
 */
@NullMarked
package io.quorate.overlay;

import org.jspecify.annotations.NullMarked;
