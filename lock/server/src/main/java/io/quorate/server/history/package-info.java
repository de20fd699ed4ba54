/** The recent history of this node: latencies over time, and an audit list. Bounded, in memory. */
@NullMarked
package io.quorate.server.history;

import org.jspecify.annotations.NullMarked;
