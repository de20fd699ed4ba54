/**
 * A whole lock cluster inside one test: real nodes that talk through memory, with network cables to pull. Start with {@link
 * LockCluster#inMemory}.
 */
@NullMarked
package io.quorate.testing;

import org.jspecify.annotations.NullMarked;
