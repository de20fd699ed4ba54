/**
 * Pastry, after Rowstron and Druschel (2001): a node knows those next to it on the ring (its leaf set) and, for every beginning
 * of its own key, some nodes whose keys go on differently (its routing table), so that each hop finds one more digit of a key.
 * {@link io.quorate.overlay.pastry.PastryNode} is the node; docs/study/overlay.md says what is as in the paper and what is not.
 */
@NullMarked
package io.quorate.overlay.pastry;

import org.jspecify.annotations.NullMarked;
