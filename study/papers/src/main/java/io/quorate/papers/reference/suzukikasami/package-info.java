/**
 * Suzuki and Kasami, "A Distributed Mutual Exclusion Algorithm", 1985: there is one token, the node that has it may enter, and requests for
 * it go to all nodes. It is here to compare with: 0 or N messages for each hold. Begin at
 * {@link io.quorate.papers.reference.suzukikasami.SuzukiKasamiMachine}.
 */
@NullMarked
package io.quorate.papers.reference.suzukikasami;

import org.jspecify.annotations.NullMarked;
