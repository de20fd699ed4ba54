/**
 * The logs of processes about their holds, and an audit of them. Read {@link io.quorate.torture.holds.HoldLog} and
 * {@link io.quorate.torture.holds.HoldAudit} first.
 */
@NullMarked
package io.quorate.torture.holds;

import org.jspecify.annotations.NullMarked;
