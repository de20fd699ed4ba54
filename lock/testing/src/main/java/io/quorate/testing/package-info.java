/**
 * A whole lock cluster inside one test: production nodes, connected through memory, with fault injection. Start with {@link
 * LockCluster#inMemory}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.testing;

import org.jspecify.annotations.NullMarked;
