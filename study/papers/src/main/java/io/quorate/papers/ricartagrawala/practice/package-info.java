/** Ricart and Agrawala, practical considerations: nodes that are inserted, removed, or have failed. */
@NullMarked
package io.quorate.papers.ricartagrawala.practice;

import org.jspecify.annotations.NullMarked;
