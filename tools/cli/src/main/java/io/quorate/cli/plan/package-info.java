/** {@code quorate plan}: which quorum system to take for a number of nodes. */
@NullMarked
package io.quorate.cli.plan;

import org.jspecify.annotations.NullMarked;
