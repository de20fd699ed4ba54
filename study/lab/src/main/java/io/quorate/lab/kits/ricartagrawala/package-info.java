/** Ricart and Agrawala's algorithm in the lab, with its modifications. */
@NullMarked
package io.quorate.lab.kits.ricartagrawala;

import org.jspecify.annotations.NullMarked;
