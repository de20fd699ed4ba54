// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The arithmetic of clocks behind S2, S7 and S8: who forgets, forgets nothing that anybody still counts on. */
class SessionClocksTest {
    private static final int STEPS = 600;

    @Property(tries = 1500)
    void nothingIsForgottenThatAnybodyCountsOn(
            @ForAll long seed,
            @ForAll @LongRange(min = 100_000_000, max = 200_000_000) long leaseNanos,
            @ForAll @IntRange(max = 100) int drift) {
        DriftingNodes nodes = new DriftingNodes(new LeaseTerms(Duration.ofNanos(leaseNanos), drift), drift, seed);
        nodes.run(STEPS);
        assertThat(nodes.violations()).isEmpty();
    }

    @Property(tries = 1500)
    void e8_nothingIsForgottenThatAnybodyCountsOnWhateverLeaseEachHas(
            @ForAll long seed,
            @ForAll @LongRange(min = 100_000_000, max = 200_000_000) long leaseNanos,
            @ForAll @IntRange(max = 100) int drift) {
        DriftingNodes nodes = new DriftingNodes(new LeaseTerms(Duration.ofNanos(leaseNanos), drift), drift, seed, true);
        nodes.run(STEPS);
        assertThat(nodes.violations()).isEmpty();
    }

    /** E8: the wait for the first answer is as long as the lease of the requester, and the voter may have forgotten it by then. */
    @Example
    void e8_aFirstAnswerThatComesAfterTheLeaseOfTheVoterDoesNotCount() {
        int tooLate = 0;
        for (int seed = 0; seed < 300; seed++) {
            DriftingNodes nodes = new DriftingNodes(new LeaseTerms(Duration.ofMillis(100), 10), 10, seed, true);
            nodes.run(STEPS);
            assertThat(nodes.violations()).isEmpty();
            tooLate += nodes.answersTooLate;
        }
        assertThat(tooLate).isGreaterThan(5);
    }

    /** A law that nothing tests is no law: all that it is about does happen, and clocks beyond the bound are noticed. */
    @Example
    void theRunsAreAboutSomething() {
        int expiries = 0;
        int ofWhatWasTrusted = 0;
        int trustEnds = 0;
        int restarts = 0;
        int usedAgain = 0;
        int violations = 0;
        for (int seed = 0; seed < 300; seed++) {
            DriftingNodes nodes = new DriftingNodes(new LeaseTerms(Duration.ofMillis(100), 10), 10, seed);
            nodes.run(STEPS);
            expiries += nodes.expiries;
            ofWhatWasTrusted += nodes.expiriesOfWhatWasTrusted;
            trustEnds += nodes.trustEnds;
            restarts += nodes.restartsWithTrust;
            usedAgain += nodes.sessionsUsedAgain;
            DriftingNodes wild = new DriftingNodes(new LeaseTerms(Duration.ofMillis(100), 0), 100, seed);
            wild.run(STEPS);
            violations += wild.violations().size();
        }
        assertThat(expiries).as("sessions that ran out at the voter").isGreaterThan(1000);
        assertThat(ofWhatWasTrusted).as("of those, trusted until then").isGreaterThan(300);
        assertThat(trustEnds).as("trust that ended").isGreaterThan(1000);
        assertThat(restarts).as("restarts of a voter that was trusted").isGreaterThan(50);
        assertThat(usedAgain).as("sessions that were used again").isGreaterThan(1000);
        assertThat(violations)
                .as("what is found if clocks are worse than the terms say")
                .isGreaterThan(10);
    }
}
