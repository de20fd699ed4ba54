/** The claims of Maekawa, "A sqrt(N) algorithm for mutual exclusion in decentralized systems". */
@NullMarked
package io.quorate.reproduce.maekawa;

import org.jspecify.annotations.NullMarked;
