// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.setup;

import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.event.Wish;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * How much may happen in a cluster: with limits, the number of its states is finite. The used part is part of the cluster's state. Never
 * changes.
 */
public final class Limits {
    private static final NodeSet EVERYBODY = NodeSet.first(256);

    /** Where each kind of fault is counted in {@link #counts}. */
    private static final int RESETS = 0;

    private static final int ONE_SIDED_RESETS = 1;
    private static final int DUPLICATES = 2;
    private static final int SUSPICIONS = 3;
    private static final int CRASHES = 4;
    private static final int RESTARTS = 5;
    private static final int TRUST_ENDS = 6;
    private static final int LEAVES = 7;
    private static final int EARLY_TIMEOUTS = 8;
    private static final int SLOW_HINTS = 9;
    private static final int FREEZES = 10;
    private static final int STOPS = 11;
    private static final int TWINS = 12;
    private static final int KINDS = 13;

    private final List<List<Wish>> wishes;
    private int claimsAtOnce = 1;
    private boolean mayAbandon;
    private boolean repeats;
    private boolean timely;
    private final int[] counts;
    private NodeSet mortal = EVERYBODY;
    private NodeSet distrustful = EVERYBODY;

    private Limits(List<List<Wish>> wishes, int[] counts) {
        this.wishes = wishes;
        this.counts = counts;
    }

    /** The first nodes ask so often, EXCLUSIVE, one claim after the other; no faults. */
    public static Limits contenders(int contenders, int acquisitions) {
        return of(Collections.nCopies(contenders, Collections.nCopies(acquisitions, Wish.EXCLUSIVE)));
    }

    /** The requests of each node, one claim of a node after the other; nodes beyond the list ask for nothing. No faults. */
    public static Limits of(List<List<Wish>> wishes) {
        return new Limits(wishes.stream().map(List::copyOf).toList(), new int[KINDS]);
    }

    /** Whether nothing goes wrong, and nobody gives up. */
    public boolean isWithoutFaults() {
        return !mayAbandon && Arrays.stream(counts).allMatch(count -> count == 0);
    }

    private Limits copy() {
        Limits copy = new Limits(wishes, counts.clone());
        copy.claimsAtOnce = claimsAtOnce;
        copy.mayAbandon = mayAbandon;
        copy.repeats = repeats;
        copy.timely = timely;
        copy.mortal = mortal;
        copy.distrustful = distrustful;
        return copy;
    }

    private Limits with(int fault, int count) {
        Limits copy = copy();
        copy.counts[fault] = count;
        return copy;
    }

    /** Maximum number of claims of one node at the same time. */
    public Limits withClaimsAtOnce(int count) {
        Limits copy = copy();
        copy.claimsAtOnce = count;
        return copy;
    }

    /** A claim that waits may give up. */
    public Limits withAbandon() {
        Limits copy = copy();
        copy.mayAbandon = true;
        return copy;
    }

    /**
     * A node that has had all its wishes begins again with the first, without end. The states are finite only if the protocol's are: if no
     * number rises forever.
     */
    public Limits repeating() {
        Limits copy = copy();
        copy.repeats = true;
        return copy;
    }

    /** Messages about rosters and holds arrive before leases expire: frozen holds and trust in sealed voters end last. */
    public Limits timely() {
        Limits copy = copy();
        copy.timely = true;
        return copy;
    }

    public boolean isTimely() {
        return timely;
    }

    /** Number of resets of links that both ends notice. */
    public Limits withResets(int count) {
        return with(RESETS, count);
    }

    /** Number of resets of links that one end notices. */
    public Limits withOneSidedResets(int count) {
        return with(ONE_SIDED_RESETS, count);
    }

    /** Number of duplicated frames. */
    public Limits withDuplicates(int count) {
        return with(DUPLICATES, count);
    }

    /** So often a node begins to suspect another; it may trust again at any time. */
    public Limits withSuspicions(int count) {
        return with(SUSPICIONS, count);
    }

    /** Number of crashes; every other node learns of each, some time later. */
    public Limits withCrashes(int count) {
        return with(CRASHES, count);
    }

    /** Only these crash. */
    public Limits withMortal(NodeSet nodes) {
        Limits copy = copy();
        copy.mortal = nodes;
        return copy;
    }

    /** Number of restarts of crashed nodes. */
    public Limits withRestarts(int count) {
        return with(RESTARTS, count);
    }

    /** So often a node that has no claims leaves the group; it may come back. */
    public Limits withLeaves(int count) {
        return with(LEAVES, count);
    }

    /** So often a node finds another slow; it may find it fast again at any time. */
    public Limits withSlowHints(int count) {
        return with(SLOW_HINTS, count);
    }

    /** Number of nodes that freeze. */
    public Limits withFreezes(int count) {
        return with(FREEZES, count);
    }

    /** Number of nodes that are told to stop; a node that may crash may be told so. */
    public Limits withStops(int count) {
        return with(STOPS, count);
    }

    /** So often a node learns of two living starts of another; at any time it may learn that there is one again. */
    public Limits withTwins(int count) {
        return with(TWINS, count);
    }

    /** So often a timer runs out that is for crashes only, although nobody who is waited for has crashed. */
    public Limits withEarlyTimeouts(int count) {
        return with(EARLY_TIMEOUTS, count);
    }

    /** So often a requester's trust in a voter that is there ends, because what it sent or heard took too long. */
    public Limits withTrustEnds(int count) {
        return with(TRUST_ENDS, count);
    }

    /** Only the trust of these ends so. */
    public Limits withDistrustful(NodeSet nodes) {
        Limits copy = copy();
        copy.distrustful = nodes;
        return copy;
    }

    public List<List<Wish>> wishes() {
        return wishes;
    }

    public int claimsAtOnce() {
        return claimsAtOnce;
    }

    public boolean mayAbandon() {
        return mayAbandon;
    }

    public boolean repeats() {
        return repeats;
    }

    public int resets() {
        return counts[RESETS];
    }

    public int oneSidedResets() {
        return counts[ONE_SIDED_RESETS];
    }

    public int duplicates() {
        return counts[DUPLICATES];
    }

    public int suspicions() {
        return counts[SUSPICIONS];
    }

    public int crashes() {
        return counts[CRASHES];
    }

    public NodeSet mortal() {
        return mortal;
    }

    public int restarts() {
        return counts[RESTARTS];
    }

    public int leaves() {
        return counts[LEAVES];
    }

    public int earlyTimeouts() {
        return counts[EARLY_TIMEOUTS];
    }

    public int slowHints() {
        return counts[SLOW_HINTS];
    }

    public int freezes() {
        return counts[FREEZES];
    }

    public int stops() {
        return counts[STOPS];
    }

    public int twins() {
        return counts[TWINS];
    }

    public int trustEnds() {
        return counts[TRUST_ENDS];
    }

    public NodeSet distrustful() {
        return distrustful;
    }

    /** The wishes of one node. */
    public List<Wish> wishesOf(int index) {
        return index < wishes.size() ? wishes.get(index) : List.of();
    }

    /** How many claims there will be in all. */
    public int acquisitions() {
        return wishes.stream().mapToInt(List::size).sum();
    }
}
