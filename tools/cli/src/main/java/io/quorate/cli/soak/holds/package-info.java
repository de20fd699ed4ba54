/**
 * What processes write down about their holds, and what an audit makes of it. Read {@link io.quorate.cli.soak.holds.HoldLog} and
 * {@link io.quorate.cli.soak.holds.HoldAudit} first.
 */
@NullMarked
package io.quorate.cli.soak.holds;

import org.jspecify.annotations.NullMarked;
