// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

/**
 * The load of an experiment.
 *
 * @param resources how many locks there are
 * @param rounds how many rounds the experiment has
 * @param requests how many requests there are in a round, by nodes drawn at random
 * @param releaseChance with which probability a hold that is there when a round begins ends in it
 */
public record Workload(int resources, int rounds, int requests, double releaseChance) {
    /** As in section VI. */
    public static final Workload PAPER = new Workload(65, 20, 20, 0.5);

    public Workload {
        if (resources < 1 || rounds < 1 || requests < 0) {
            throw new IllegalArgumentException(
                    "An experiment has at least one resource and one round, and requests or none; you gave " + resources
                            + ", " + rounds + " and " + requests + ".");
        }
        if (!(releaseChance >= 0 && releaseChance <= 1)) {
            throw new IllegalArgumentException("A probability lies between 0 and 1, not at " + releaseChance + ".");
        }
    }
}
