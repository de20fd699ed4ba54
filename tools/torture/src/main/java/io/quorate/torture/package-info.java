/**
 * Real processes take locks while they are killed, stopped, restarted and cut off, and an audit of the history that they wrote down
 * decides whether that went well. Read {@link io.quorate.torture.Trials}, {@link io.quorate.torture.RandomFaults} and
 * {@link io.quorate.torture.holds.HoldAudit} first.
 */
@NullMarked
package io.quorate.torture;

import org.jspecify.annotations.NullMarked;
