// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.overlay.OverlayTiming;
import java.time.Duration;

/**
 * How long things last, against each other. The paper says only what happens in a round; what is said of a lock is settled within a
 * small part of one, so delays are short against it.
 *
 * @param round a round of the experiment
 * @param delay how long a message travels over one link
 * @param lease how long the word of a replica holds
 * @param keepAlive how often a node of the overlay says to its neighbours that it is there
 */
public record TimeScale(Duration round, RandomDuration delay, Duration lease, Duration keepAlive) {
    /** Minimum number of keep-alives in a lease: neighbours must notice each other within one. */
    public static final int LEASE_PARTS = 5;

    private static final Duration NO_UPKEEP = Duration.ofDays(1);

    /** The usual lease, and as few keep-alives in it as there may be; production has twice as many. */
    public static final TimeScale USUAL = new TimeScale(
            Duration.ofSeconds(2),
            RandomDuration.uniform(1_000_000, 50_000_000),
            LeaseTerms.LEASE_USUAL,
            OverlayTiming.USUAL.round());

    public TimeScale {
        if (round.isNegative() || round.isZero()) {
            throw new IllegalArgumentException("A round of the experiment must last some time, not " + round + ".");
        }
        if (keepAlive.compareTo(NO_UPKEEP) < 0
                && keepAlive.multipliedBy(LEASE_PARTS).compareTo(lease) > 0) {
            throw new IllegalArgumentException(
                    "Neighbours must exchange keep-alives within a lease, which lasts at least "
                            + LEASE_PARTS + " keep-alives of the overlay: make the keep-alive shorter than " + keepAlive
                            + ", or the lease longer than " + lease + ".");
        }
    }

    public TimeScale withKeepAlive(Duration other) {
        return new TimeScale(round, delay, lease, other);
    }

    /** Whether nodes say that they are there, as long as an experiment may last. */
    public boolean hasUpkeep() {
        return keepAlive.compareTo(NO_UPKEEP) < 0;
    }

    /** Where nobody comes or goes: nodes say so seldom that they are there, and leases last so long, that an experiment is over before. */
    public TimeScale resting() {
        return new TimeScale(round, delay, LeaseTerms.LEASE_MAX, NO_UPKEEP);
    }

    public TimeScale withRound(Duration other) {
        return new TimeScale(other, delay, lease, keepAlive);
    }

    LeaseTerms leaseTerms() {
        return LeaseTerms.of(lease);
    }

    OverlayTiming overlayTiming() {
        return new OverlayTiming(keepAlive, OverlayTiming.USUAL.silentRoundsMax());
    }
}
