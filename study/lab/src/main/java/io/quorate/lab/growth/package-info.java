/** How what a lock costs grows with the number of nodes: on overlays, and with quorums. */
@NullMarked
package io.quorate.lab.growth;

import org.jspecify.annotations.NullMarked;
