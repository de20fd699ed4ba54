// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.setup;

import io.quorate.lab.kit.Passing;

/**
 * Under which conditions a cluster runs, and what of its history belongs to its state.
 *
 * @param standing whether a lock that is given back is kept until somebody else wants it
 * @param fences whether it is noted in the state of the cluster how high fences have come
 * @param trueTime whether the clocks of all nodes follow true time, which is the number of choices so far
 * @param passing how often a waiter may be passed, which is then noted in the state of the cluster
 * @param delaysUnlimited whether frames may take longer than the protocol says that they may
 * @param reach to how many nodes on each side of it a node of the overlay sends, 0 if to all; without meaning if there is none
 * @param rosters the rosters that follow the first
 * @param spareVotes the crash of this number of voters costs no hold that has asked for their votes
 */
record Conditions(
        boolean standing,
        boolean fences,
        boolean trueTime,
        Passing passing,
        boolean delaysUnlimited,
        int reach,
        int spareVotes,
        RosterPlan rosters) {
    static final Conditions USUAL =
            new Conditions(false, false, false, Passing.UNWATCHED, false, 0, 0, RosterPlan.NONE);

    Conditions withStanding() {
        return new Conditions(true, fences, trueTime, passing, delaysUnlimited, reach, spareVotes, rosters);
    }

    Conditions withFences() {
        return new Conditions(standing, true, trueTime, passing, delaysUnlimited, reach, spareVotes, rosters);
    }

    Conditions withTrueTime() {
        return new Conditions(standing, fences, true, passing, delaysUnlimited, reach, spareVotes, rosters);
    }

    Conditions withPassing(Passing watched) {
        return new Conditions(standing, fences, trueTime, watched, delaysUnlimited, reach, spareVotes, rosters);
    }

    Conditions withDelaysUnlimited() {
        return new Conditions(standing, fences, trueTime, passing, true, reach, spareVotes, rosters);
    }

    Conditions withDelaysBounded() {
        return new Conditions(standing, fences, trueTime, passing, false, reach, spareVotes, rosters);
    }

    Conditions withReach(int nodes) {
        return new Conditions(standing, fences, trueTime, passing, delaysUnlimited, nodes, spareVotes, rosters);
    }

    Conditions withSpareVotes(int count) {
        return new Conditions(standing, fences, trueTime, passing, delaysUnlimited, reach, count, rosters);
    }

    Conditions withRosters(RosterPlan plan) {
        return new Conditions(standing, fences, trueTime, passing, delaysUnlimited, reach, spareVotes, plan);
    }

    boolean isPassingWatched() {
        return passing.isWatched();
    }

    /** As in setups, each after two blanks; what is usual is not said. */
    String text() {
        return (standing ? "  locks standing" : "")
                + (fences ? "  fences watched" : "")
                + (trueTime ? "  clocks true" : "")
                + (isPassingWatched() ? "  passed " + passing : "")
                + (delaysUnlimited ? "  delays unlimited" : "")
                + (reach == 0 ? "" : "  overlay fixed:" + reach)
                + (spareVotes == 0 ? "" : "  spares " + spareVotes)
                + String.join(
                        "",
                        rosters.texts().stream().map(text -> "  then " + text).toList());
    }
}
