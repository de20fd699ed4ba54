/**
 * {@code quorate soak}: real processes take locks while they are killed, stopped, restarted and cut off, and an audit of what
 * they wrote down decides whether that went well. Read {@link io.quorate.cli.soak.SoakRun} and
 * {@link io.quorate.cli.soak.holds.HoldAudit} first.
 */
@NullMarked
package io.quorate.cli.soak;

import org.jspecify.annotations.NullMarked;
