/**
 * Who must agree: sets of nodes of which every two meet. The rule is {@link io.quorate.core.quorum.QuorumSystem}; each
 * construction is one file.
 */
@NullMarked
package io.quorate.core.quorum;

import org.jspecify.annotations.NullMarked;
