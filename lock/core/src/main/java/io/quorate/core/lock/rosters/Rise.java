// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.rosters;

/**
 * How a node goes up from one configuration to another.
 *
 * @param acrossSeal whether frames of the configuration before are of the past from now on (E3)
 * @param mayKeep whether the new configuration is joint, and its lower roster was one of those before: then holds are kept until the lower
 * roster is over (E4)
 */
public record Rise(boolean acrossSeal, boolean mayKeep) {}
