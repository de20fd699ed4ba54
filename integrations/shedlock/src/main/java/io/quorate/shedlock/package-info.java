/**
 * A lock provider for ShedLock: {@link io.quorate.shedlock.QuorateLockProvider}. The page is docs/use/shedlock.md.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.shedlock;

import org.jspecify.annotations.NullMarked;
