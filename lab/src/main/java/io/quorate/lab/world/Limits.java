package io.quorate.lab.world;

import io.quorate.core.model.NodeSet;
import java.util.Collections;
import java.util.List;

/**
 * How much may happen in a cluster: with limits, the number of its states is finite. What is used up is part of the
 * cluster's state.
 *
 * @param wishes what each node asks for, in this order; nodes beyond the list ask for nothing
 * @param claimsAtOnce how many claims of one node may be under way at the same time
 * @param mayAbandon whether a claim that waits may give up
 * @param resets how many links are reset so that both ends notice
 * @param oneSidedResets how many links are reset so that one end notices
 * @param duplicates how many frames are duplicated
 * @param suspicions how often a node begins to suspect another; it may trust again at any time
 * @param crashes how many nodes crash; every other node learns of it, some time later
 * @param mortal those that may crash
 * @param restarts how many nodes that have crashed start again
 * @param trustEnds how often a requester's trust in an arbiter that is there ends, because what it sent or heard took too long
 */
public record Limits(
        List<List<Wish>> wishes,
        int claimsAtOnce,
        boolean mayAbandon,
        int resets,
        int oneSidedResets,
        int duplicates,
        int suspicions,
        int crashes,
        NodeSet mortal,
        int restarts,
        int trustEnds) {

    private static final NodeSet EVERYBODY = NodeSet.first(256);

    public Limits {
        wishes = wishes.stream().map(List::copyOf).toList();
    }

    /** The first nodes ask so often, EXCLUSIVE, one claim after the other; no faults. */
    public static Limits contenders(int contenders, int acquisitions) {
        return of(Collections.nCopies(contenders, Collections.nCopies(acquisitions, Wish.EXCLUSIVE)));
    }

    /** These wishes, one claim of a node after the other; no faults. */
    public static Limits of(List<List<Wish>> wishes) {
        return new Limits(wishes, 1, false, 0, 0, 0, 0, 0, EVERYBODY, 0, 0);
    }

    public Limits withClaimsAtOnce(int count) {
        return new Limits(
                wishes,
                count,
                mayAbandon,
                resets,
                oneSidedResets,
                duplicates,
                suspicions,
                crashes,
                mortal,
                restarts,
                trustEnds);
    }

    public Limits withAbandon() {
        return new Limits(
                wishes,
                claimsAtOnce,
                true,
                resets,
                oneSidedResets,
                duplicates,
                suspicions,
                crashes,
                mortal,
                restarts,
                trustEnds);
    }

    public Limits withResets(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                count,
                oneSidedResets,
                duplicates,
                suspicions,
                crashes,
                mortal,
                restarts,
                trustEnds);
    }

    public Limits withOneSidedResets(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                count,
                duplicates,
                suspicions,
                crashes,
                mortal,
                restarts,
                trustEnds);
    }

    public Limits withDuplicates(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                oneSidedResets,
                count,
                suspicions,
                crashes,
                mortal,
                restarts,
                trustEnds);
    }

    public Limits withSuspicions(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                oneSidedResets,
                duplicates,
                count,
                crashes,
                mortal,
                restarts,
                trustEnds);
    }

    public Limits withCrashes(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                oneSidedResets,
                duplicates,
                suspicions,
                count,
                mortal,
                restarts,
                trustEnds);
    }

    /** Only these crash. */
    public Limits withMortal(NodeSet nodes) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                oneSidedResets,
                duplicates,
                suspicions,
                crashes,
                nodes,
                restarts,
                trustEnds);
    }

    public Limits withRestarts(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                oneSidedResets,
                duplicates,
                suspicions,
                crashes,
                mortal,
                count,
                trustEnds);
    }

    public Limits withTrustEnds(int count) {
        return new Limits(
                wishes,
                claimsAtOnce,
                mayAbandon,
                resets,
                oneSidedResets,
                duplicates,
                suspicions,
                crashes,
                mortal,
                restarts,
                count);
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
