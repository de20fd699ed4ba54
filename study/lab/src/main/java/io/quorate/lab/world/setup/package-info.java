/**
 * The start of a run: protocol, quorums, number of nodes, network, and limits on the events. Start with {@link
 * Setup}.
 */
@NullMarked
package io.quorate.lab.world.setup;

import org.jspecify.annotations.NullMarked;
