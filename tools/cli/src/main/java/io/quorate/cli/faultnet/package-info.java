/**
 * {@code quorate faultnet}: a network with faults, for people to try programs in. Read
 * {@link io.quorate.cli.faultnet.FaultNetCommand} first.
 */
@NullMarked
package io.quorate.cli.faultnet;

import org.jspecify.annotations.NullMarked;
