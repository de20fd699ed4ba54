/** The clocks and timers of a node. Start with {@link NodeTime}. */
@NullMarked
package io.quorate.node.time;

import org.jspecify.annotations.NullMarked;
