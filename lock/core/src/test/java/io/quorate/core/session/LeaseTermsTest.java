// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseTermsTest {
    @Test
    void votersRememberForLongerThanRequestersTrust() {
        LeaseTerms terms = LeaseTerms.of(Duration.ofSeconds(5));
        assertThat(terms.trustNanos()).isEqualTo(4_950_000_000L);
        assertThat(terms.memoryNanos()).isEqualTo(5_050_000_000L);
    }

    @Test
    void theDriftIsRoundedUpSoThatTrustIsNeverTooLong() {
        LeaseTerms terms = new LeaseTerms(Duration.ofNanos(100_000_001), 1);
        assertThat(terms.drift()).isEqualTo(100_001);
        assertThat(terms.trustNanos()).isEqualTo(99_900_000);
    }

    @Test
    void theLongestLeaseWithTheWorstClocksIsStillCountedInNanoseconds() {
        LeaseTerms terms = new LeaseTerms(LeaseTerms.LEASE_MAX, 100);
        assertThat(terms.memoryNanos()).isEqualTo(Duration.ofMinutes(66).toNanos());
    }

    @Test
    void leasesAndDriftsBeyondTheLimitsAreRefusedInWords() {
        assertThatThrownBy(() -> LeaseTerms.of(Duration.ofMillis(99)))
                .hasMessage("a lease of PT0.099S: take one between PT0.1S and PT1H");
        assertThatThrownBy(() -> LeaseTerms.of(Duration.ofHours(1).plusNanos(1)))
                .hasMessageContaining("take one between");
        assertThatThrownBy(() -> new LeaseTerms(LeaseTerms.LEASE_USUAL, 101))
                .hasMessage("a drift of 101 thousandths: take one between 0 and 100");
        assertThatThrownBy(() -> new LeaseTerms(LeaseTerms.LEASE_USUAL, -1)).hasMessageContaining("take one between");
        assertThat(LeaseTerms.of(LeaseTerms.LEASE_MIN).trustNanos()).isEqualTo(99_000_000);
    }
}
