/**
 * Rosters and configurations: which nodes vote, and how a running cluster changes that. Rules E (configurations) and D (decision) of the
 * page <i>Roster change</i>. Pure values and machines without input or output.
 */
@NullMarked
package io.quorate.core.roster;

import org.jspecify.annotations.NullMarked;
