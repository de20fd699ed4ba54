/** The rules of the quorum lock that the node keeps, rather than a machine of a lock. Here the lab can leave them out. */
@NullMarked
package io.quorate.core.quorumlock.rules;

import org.jspecify.annotations.NullMarked;
