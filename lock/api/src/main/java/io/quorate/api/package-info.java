/**
 * The API of Quorate: everything that an application compiles against. Start with {@link io.quorate.api.Locks}, which joins a
 * cluster and creates locks. A {@link io.quorate.api.DistributedLock} is a {@link java.util.concurrent.locks.Lock}. A {@link
 * io.quorate.api.Hold} is the handle of a lock that is held, with its fencing token. Failures are typed exceptions; each
 * message says what happened and what to do.
 *
 * <p>This package has no dependencies. {@link io.quorate.api.LocksProvider} finds the implementation on the class path:
 * {@code quorate-node}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.api;

import org.jspecify.annotations.NullMarked;
