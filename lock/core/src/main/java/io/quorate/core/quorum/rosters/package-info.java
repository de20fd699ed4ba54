/** Quorum systems of rosters that change: voters whose numbers have gaps, and two rosters at once. */
@NullMarked
package io.quorate.core.quorum.rosters;

import org.jspecify.annotations.NullMarked;
