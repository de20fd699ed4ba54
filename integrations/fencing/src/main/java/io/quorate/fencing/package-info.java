/**
 * Rejects late writes in the store itself: {@link io.quorate.fencing.JdbcFence} in a database, {@link io.quorate.fencing.FencedFile} for
 * a file. The page is docs/use/fencing.md.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.fencing;

import org.jspecify.annotations.NullMarked;
