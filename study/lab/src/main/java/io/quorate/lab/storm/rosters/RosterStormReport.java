// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import java.util.Map;

/**
 * The outcome of a storm.
 *
 * @param grants how many claims were granted
 * @param configuration the number of the configuration that all nodes came to be in
 * @param counts how often other things happened
 * @param broken what was broken, in words; empty if nothing was
 */
public record RosterStormReport(
        RosterStorm storm, long grants, int configuration, Map<String, Long> counts, String broken) {
    public boolean isBroken() {
        return !broken.isEmpty();
    }

    @Override
    public String toString() {
        return "storm " + storm.seed() + ": " + (isBroken() ? "BROKEN: " + broken : "kept its promises") + "; " + grants
                + " grants, configuration " + configuration + ", " + counts;
    }
}
