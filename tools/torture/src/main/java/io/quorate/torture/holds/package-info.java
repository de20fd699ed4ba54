/**
 * What processes write down about their holds, and what an audit makes of it. Read {@link io.quorate.torture.holds.HoldLog} and
 * {@link io.quorate.torture.holds.HoldAudit} first.
 */
@NullMarked
package io.quorate.torture.holds;

import org.jspecify.annotations.NullMarked;
