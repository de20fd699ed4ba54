/**
 * Many locks in one node. {@link io.quorate.core.lock.engine.LockEngine} keeps a {@link io.quorate.core.lock.engine.LockSlot} for
 * each lock that is in use; a slot is the algorithm's machine and the claims of this node that queue before it, so there
 * is one request a node on the network however many threads want the lock.
 */
@NullMarked
package io.quorate.core.lock.engine;

import org.jspecify.annotations.NullMarked;
