/**
 * Nodes at work inside an application's process. Read first {@link io.quorate.node.turn.Turns}, by which one turn at a time
 * touches the state of a node, on whatever thread comes; then {@link io.quorate.node.embedded.RunningNode}, which drives the pure
 * {@link io.quorate.core.node.LockNode} by a transport, by time ({@link io.quorate.node.time.TimerWheel}) and by claims of the
 * application. {@link io.quorate.node.embedded.EmbeddedLocks} and its neighbours are the api's face of it.
 *
 * <p>The life of a claim: {@link io.quorate.node.embedded.EmbeddedLock} makes a {@link io.quorate.node.turn.LocalClaim} and brings it to
 * the turns, normally running one itself, which sends the requests; the thread waits. The transport's thread brings the
 * answers, and the turn that it runs settles the claim; after the turn the waiting thread is woken.
 */
@NullMarked
package io.quorate.node;

import org.jspecify.annotations.NullMarked;
