/** The overlay's part of a node: its place on the ring, the routed messages, and the rules of votes that rest on it. */
@NullMarked
package io.quorate.overlay.node;

import org.jspecify.annotations.NullMarked;
