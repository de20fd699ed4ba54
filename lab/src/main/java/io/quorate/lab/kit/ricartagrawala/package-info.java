/** Ricart and Agrawala's algorithm in the lab, with its modifications. */
@NullMarked
package io.quorate.lab.kit.ricartagrawala;

import org.jspecify.annotations.NullMarked;
