/** The machines' view of their node's configuration: the quorums that decide, and how the node moves to a higher one. */
@NullMarked
package io.quorate.core.lock.rosters;

import org.jspecify.annotations.NullMarked;
