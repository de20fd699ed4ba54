/**
 * Quorum systems: sets of nodes of which every two intersect. The rule is {@link io.quorate.core.quorum.QuorumSystem}; {@link
 * io.quorate.core.quorum.Quorums} finds the constructions by name. Those that ship are in {@link
 * io.quorate.core.quorum.systems}, one file each.
 */
@NullMarked
package io.quorate.core.quorum;

import org.jspecify.annotations.NullMarked;
