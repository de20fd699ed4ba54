package io.quorate.lab.world.setup;

/**
 * Under which conditions a cluster runs, and what of its history belongs to its state.
 *
 * @param standing whether a lock that is given back is kept until somebody else wants it
 * @param fences whether it is noted in the state of the cluster how high fences have come
 * @param trueTime whether the clocks of all nodes follow true time, which is the number of choices so far
 * @param passesMax how often others may enter while one waits; it is noted in the state of the cluster how often they did,
 *     unless this is {@link #UNWATCHED}
 * @param delaysUnlimited whether frames may take longer than the protocol says that they may
 * @param reach to how many nodes on each side of it a node of the overlay sends, 0 if to all; without meaning if there is none
 * @param spareVotes the crash of so many voters costs no hold that has asked for their votes
 */
record Conditions(
        boolean standing,
        boolean fences,
        boolean trueTime,
        int passesMax,
        boolean delaysUnlimited,
        int reach,
        int spareVotes) {
    /** Nobody counts who passes whom. */
    static final int UNWATCHED = -1;

    static final Conditions USUAL = new Conditions(false, false, false, UNWATCHED, false, 0, 0);

    Conditions withStanding() {
        return new Conditions(true, fences, trueTime, passesMax, delaysUnlimited, reach, spareVotes);
    }

    Conditions withFences() {
        return new Conditions(standing, true, trueTime, passesMax, delaysUnlimited, reach, spareVotes);
    }

    Conditions withTrueTime() {
        return new Conditions(standing, fences, true, passesMax, delaysUnlimited, reach, spareVotes);
    }

    Conditions withPassesAtMost(int count) {
        return new Conditions(standing, fences, trueTime, count, delaysUnlimited, reach, spareVotes);
    }

    Conditions withDelaysUnlimited() {
        return new Conditions(standing, fences, trueTime, passesMax, true, reach, spareVotes);
    }

    Conditions withDelaysBounded() {
        return new Conditions(standing, fences, trueTime, passesMax, false, reach, spareVotes);
    }

    Conditions withReach(int nodes) {
        return new Conditions(standing, fences, trueTime, passesMax, delaysUnlimited, nodes, spareVotes);
    }

    Conditions withSpareVotes(int count) {
        return new Conditions(standing, fences, trueTime, passesMax, delaysUnlimited, reach, count);
    }

    boolean isPassingWatched() {
        return passesMax != UNWATCHED;
    }

    /** As in setups, each after two blanks; what is usual is not said. */
    String text() {
        return (standing ? "  locks standing" : "")
                + (fences ? "  fences watched" : "")
                + (trueTime ? "  clocks true" : "")
                + (isPassingWatched() ? "  passed at-most-" + passesMax : "")
                + (delaysUnlimited ? "  delays unlimited" : "")
                + (reach == 0 ? "" : "  overlay fixed:" + reach)
                + (spareVotes == 0 ? "" : "  spares " + spareVotes);
    }
}
