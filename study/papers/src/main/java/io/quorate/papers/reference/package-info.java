/** What the protocols for comparison have in common; each of them is a folder below. */
@NullMarked
package io.quorate.papers.reference;

import org.jspecify.annotations.NullMarked;
