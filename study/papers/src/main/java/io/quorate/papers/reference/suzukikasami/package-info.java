/**
 * Suzuki and Kasami, "A Distributed Mutual Exclusion Algorithm", 1985: there is one token, whoever has it may enter, and
 * requests for it go to everybody. It is here to compare with: 0 or N messages for each hold. Begin at
 * {@link io.quorate.papers.reference.suzukikasami.SuzukiKasamiMachine}.
 */
@NullMarked
package io.quorate.papers.reference.suzukikasami;

import org.jspecify.annotations.NullMarked;
