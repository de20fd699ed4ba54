/** Ricart and Agrawala, the modifications for other media: broadcast, sequenced delivery, rings. */
@NullMarked
package io.quorate.papers.ricartagrawala.media;

import org.jspecify.annotations.NullMarked;
