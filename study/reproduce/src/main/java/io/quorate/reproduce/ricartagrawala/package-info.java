/** The claims of Ricart and Agrawala's report, with its modifications, practical considerations and appendix. */
@NullMarked
package io.quorate.reproduce.ricartagrawala;

import org.jspecify.annotations.NullMarked;
