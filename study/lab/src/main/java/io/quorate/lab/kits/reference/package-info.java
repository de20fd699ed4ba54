/** The algorithms to compare with in the lab: Lamport, Suzuki and Kasami, Raymond, Naimi and Trehel, and the central lock. */
@NullMarked
package io.quorate.lab.kits.reference;

import org.jspecify.annotations.NullMarked;
