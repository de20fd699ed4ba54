/** The common part of the protocols for comparison. Each of them is a folder below. */
@NullMarked
package io.quorate.papers.reference;

import org.jspecify.annotations.NullMarked;
