/**
 * What applications see. Start with {@link io.quorate.api.Locks}: it joins a cluster and hands out locks. A {@link
 * io.quorate.api.DistributedLock} is a {@link java.util.concurrent.locks.Lock} and more; a {@link io.quorate.api.Hold} is a
 * lock that is held, as a handle. What goes wrong is a typed exception that says what happened and what to do.
 *
 * <p>This room depends on nothing. What runs behind it is found on the class path, see
 * {@link io.quorate.api.LocksProvider}.
 */
@NullMarked
package io.quorate.api;

import org.jspecify.annotations.NullMarked;
