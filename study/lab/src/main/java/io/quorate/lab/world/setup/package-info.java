/**
 * What a run starts from: protocol, quorums, number of nodes, network, and limits on what may happen. Start with {@link
 * Setup}.
 */
@NullMarked
package io.quorate.lab.world.setup;

import org.jspecify.annotations.NullMarked;
