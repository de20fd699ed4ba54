package io.quorate.lab.world;

import io.quorate.core.model.NodeSet;

/** What a cluster has used of its {@link Limits}. */
public final class Usage {
    private final int[] claims;
    int resets;
    int oneSidedResets;
    int duplicates;
    int suspicions;

    /** Those that will never take a turn again. */
    NodeSet crashed = NodeSet.EMPTY;

    Usage(int nodes) {
        this.claims = new int[nodes];
    }

    /** How many claims a node has made. */
    public int claims(int index) {
        return claims[index];
    }

    int countClaim(int index) {
        return ++claims[index];
    }

    void setClaims(int index, int count) {
        claims[index] = count;
    }

    public int resets() {
        return resets;
    }

    public int oneSidedResets() {
        return oneSidedResets;
    }

    public int duplicates() {
        return duplicates;
    }

    public int suspicions() {
        return suspicions;
    }

    public NodeSet crashed() {
        return crashed;
    }

    void copyFrom(Usage other) {
        System.arraycopy(other.claims, 0, claims, 0, claims.length);
        resets = other.resets;
        oneSidedResets = other.oneSidedResets;
        duplicates = other.duplicates;
        suspicions = other.suspicions;
        crashed = other.crashed;
    }
}
