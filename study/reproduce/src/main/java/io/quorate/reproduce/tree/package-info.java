/** The claims of the paper on fault-tolerant tree quorums. */
@NullMarked
package io.quorate.reproduce.tree;

import org.jspecify.annotations.NullMarked;
