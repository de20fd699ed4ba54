/** A lock provider for ShedLock: {@link io.quorate.shedlock.QuorateLockProvider}. The page is docs/use/shedlock.md. */
@NullMarked
package io.quorate.shedlock;

import org.jspecify.annotations.NullMarked;
