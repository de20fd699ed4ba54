/**
 * The contract between an algorithm and whatever drives it, and nothing else. An algorithm is a
 * {@link io.quorate.core.lock.LockMachine}: it is told what happened and says, through its
 * {@link io.quorate.core.lock.Outbox}, what should be done. It knows no clock, no thread and no socket, so the checker,
 * the simulator and the production node run the very same object.
 *
 * <p>An algorithm that needs more of a node than machines of locks plugs in a {@link io.quorate.core.lock.part.NodePart}, by
 * {@link io.quorate.core.lock.Protocol#part}.
 */
@NullMarked
package io.quorate.core.lock;

import org.jspecify.annotations.NullMarked;
