package io.quorate.lab.dht;

import io.quorate.core.overlay.OverlayTerms;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.simulate.Lapse;
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
public record TimeScale(Duration round, Lapse delay, Duration lease, Duration keepAlive) {
    /** What is usual in production, but for the round, which there is not. */
    public static final TimeScale USUAL = new TimeScale(
            Duration.ofSeconds(20),
            Lapse.uniform(1_000_000, 50_000_000),
            LeaseTerms.LEASE_USUAL,
            OverlayTerms.USUAL.round());

    public TimeScale {
        if (round.isNegative() || round.isZero()) {
            throw new IllegalArgumentException("A round of the experiment must last some time, not " + round + ".");
        }
    }

    /** Nodes say so seldom that they are there that an experiment is over before. */
    public TimeScale withoutUpkeep() {
        return new TimeScale(round, delay, lease, Duration.ofDays(1));
    }

    LeaseTerms leaseTerms() {
        return LeaseTerms.of(lease);
    }

    OverlayTerms overlayTerms() {
        return new OverlayTerms(keepAlive, OverlayTerms.USUAL.silentRoundsMax());
    }
}
