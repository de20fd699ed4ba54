/** What the machines of a node know about its configuration: the quorums that decide, and how the node goes up. */
@NullMarked
package io.quorate.core.lock.rosters;

import org.jspecify.annotations.NullMarked;
