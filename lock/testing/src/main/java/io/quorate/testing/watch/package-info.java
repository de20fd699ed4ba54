/**
 * The API of locks with somebody watching: every call is passed on to a real node, and the {@link
 * io.quorate.testing.watch.LockWatch} hears of it. It may keep the caller there for a while, which is how faults are injected.
 */
@NullMarked
package io.quorate.testing.watch;

import org.jspecify.annotations.NullMarked;
