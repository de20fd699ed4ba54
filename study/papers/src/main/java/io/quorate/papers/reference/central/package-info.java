/**
 * A lock server: one node decides, first come first served. It is here as the floor to measure against, not for use: when the
 * centre is gone, so is the lock.
 */
@NullMarked
package io.quorate.papers.reference.central;

import org.jspecify.annotations.NullMarked;
