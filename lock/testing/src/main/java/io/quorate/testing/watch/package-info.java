/**
 * The lock API with an observer: every call goes to a real node and is reported to the {@link io.quorate.testing.watch.LockWatch}. It may block the caller, which is how faults are injected.
 */
@NullMarked
package io.quorate.testing.watch;

import org.jspecify.annotations.NullMarked;
