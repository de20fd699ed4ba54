// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import java.time.Duration;

/**
 * For how long a word holds. All nodes of a cluster have the same terms; a clock may run faster or slower than true time by
 * the drift, and no more.
 *
 * @param lease the length L
 * @param driftPerMille the bound d on the drift of every clock, in thousandths
 */
public record LeaseTerms(Duration lease, int driftPerMille) {
    public static final Duration LEASE_MIN = Duration.ofMillis(100);
    public static final Duration LEASE_MAX = Duration.ofHours(1);
    public static final Duration LEASE_USUAL = Duration.ofSeconds(5);
    public static final int DRIFT_USUAL = 10;

    private static final int DRIFT_MAX = 100;

    /** A keep-alive goes out after this part of the lease without another frame. */
    private static final int KEEP_ALIVE_PART = 3;

    /** Without a confirmation for this part of the lease, a voter is doubted: a keep-alive has had time to be answered. */
    private static final int DOUBT_PART = 2;

    /** Frames within this part of the lease count as sent at the same time, namely when the first of them was. */
    private static final int TICK_PART = 32;

    public LeaseTerms {
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException(
                    "a lease of " + lease + ": take one between " + LEASE_MIN + " and " + LEASE_MAX);
        }
        if (driftPerMille < 0 || driftPerMille > DRIFT_MAX) {
            throw new IllegalArgumentException(
                    "a drift of " + driftPerMille + " thousandths: take one between 0 and " + DRIFT_MAX);
        }
    }

    /** With the usual bound on drift. */
    public static LeaseTerms of(Duration lease) {
        return new LeaseTerms(lease, DRIFT_USUAL);
    }

    /** Terms that are within both: the shorter lease, the greater drift (E8). */
    public LeaseTerms shorter(LeaseTerms other) {
        return new LeaseTerms(
                lease.compareTo(other.lease) <= 0 ? lease : other.lease, Math.max(driftPerMille, other.driftPerMille));
    }

    /** Terms that both are within: the longer lease, the greater drift (E8). */
    public LeaseTerms longer(LeaseTerms other) {
        return new LeaseTerms(
                lease.compareTo(other.lease) >= 0 ? lease : other.lease, Math.max(driftPerMille, other.driftPerMille));
    }

    private long nanos() {
        return lease.toNanos();
    }

    /** A requester trusts for so long after the send of what was confirmed: L(1 - d). */
    public long trustNanos() {
        return nanos() - drift();
    }

    /** A voter remembers for so long after the last arrival, and a voter that starts again grants nothing: L(1 + d). */
    public long memoryNanos() {
        return nanos() + drift();
    }

    /** The most by which two clocks may come apart within a lease. */
    public long drift() {
        return (nanos() * driftPerMille + 999) / 1000;
    }

    long keepAliveNanos() {
        return nanos() / KEEP_ALIVE_PART;
    }

    /** A voter that has not confirmed for so long before trust in it ends is doubted: others are asked before the last third begins. */
    long doubtNanos() {
        return nanos() / DOUBT_PART;
    }

    long tickNanos() {
        return nanos() / TICK_PART;
    }
}
