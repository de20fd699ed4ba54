/** Refuses late writes at the resource itself: {@link io.quorate.fencing.JdbcFence}. The page is docs/use/fencing.md. */
@NullMarked
package io.quorate.fencing;

import org.jspecify.annotations.NullMarked;
