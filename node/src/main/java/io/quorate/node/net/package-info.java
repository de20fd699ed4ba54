/**
 * How frames travel between nodes. Start with {@link io.quorate.node.net.Transport}, the contract; {@link
 * io.quorate.node.net.InMemoryNetwork} carries frames inside one process, with links that tests can cut. {@link
 * io.quorate.node.net.Roster} says who the nodes are.
 *
 * <p>No safety rule rests on what a transport believes about who is there: suspicion and trust are hints. What counts is
 * that no loss goes unnoticed.
 */
@NullMarked
package io.quorate.node.net;

import org.jspecify.annotations.NullMarked;
