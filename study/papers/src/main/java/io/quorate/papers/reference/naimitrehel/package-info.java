/**
 * Naimi and Trehel's algorithm (M. Naimi, M. Trehel, A. Arnold, <em>A log(N) distributed mutual exclusion algorithm based on path
 * reversal</em>, 1996): a request climbs to the node that asked last, and all nodes on its way make the asker their father. Here to measure
 * against. Read {@link io.quorate.papers.reference.naimitrehel.NaimiTrehelMachine}; rules and counts:
 * docs/study/protocols/reference-trees.md.
 */
@NullMarked
package io.quorate.papers.reference.naimitrehel;

import org.jspecify.annotations.NullMarked;
