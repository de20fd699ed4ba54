/** Ricart and Agrawala, sequence numbers: counted without bound, or modulo a bound as in section 6.1. */
@NullMarked
package io.quorate.papers.ricartagrawala.numbers;

import org.jspecify.annotations.NullMarked;
