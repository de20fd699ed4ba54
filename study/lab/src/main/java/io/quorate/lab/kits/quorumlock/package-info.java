/** The quorum lock in the lab: the systems that it is explored in, what it must keep inside, and its mutants. */
@NullMarked
package io.quorate.lab.kits.quorumlock;

import org.jspecify.annotations.NullMarked;
