/**
 * Naimi and Trehel's algorithm (M. Naimi, M. Trehel, A. Arnold, <em>A log(N) distributed mutual exclusion algorithm based on path
 * reversal</em>, 1996): a request climbs to whoever asked last, and all on its way take the asker for their father. Here to measure
 * against. Read {@link io.quorate.papers.reference.naimitrehel.NaimiTrehelMachine}; rules and counts:
 * docs/study/protocols/reference-trees.md.
 */
@NullMarked
package io.quorate.papers.reference.naimitrehel;

import org.jspecify.annotations.NullMarked;
