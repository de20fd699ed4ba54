/** Runs, searches and observers that the claims of Ricart and Agrawala's report need. */
@NullMarked
package io.quorate.reproduce.ricartagrawala.run;

import org.jspecify.annotations.NullMarked;
