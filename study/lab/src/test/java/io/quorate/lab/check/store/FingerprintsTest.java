// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FingerprintsTest {
    @Test
    void remembersWhatWasAddedHoweverMuchThatIs() {
        Fingerprints fingerprints = Fingerprints.numbered();
        Fingerprints withoutNumbers = Fingerprints.unnumbered();
        for (int number = 0; number < 200_000; number++) {
            assertThat(fingerprints.add(fingerprint(number), number)).isEqualTo(-1);
            assertThat(withoutNumbers.add(fingerprint(number), number)).isEqualTo(-1);
        }
        for (int number = 0; number < 200_000; number++) {
            assertThat(fingerprints.add(fingerprint(number), 7)).isEqualTo(number);
            assertThat(withoutNumbers.add(fingerprint(number), 7)).isZero();
        }
    }

    private static long fingerprint(int number) {
        return Fingerprints.of(new int[] {number, 7});
    }

    @Test
    void theFingerprintZeroIsOneLikeAnyOther() {
        Fingerprints fingerprints = Fingerprints.numbered();
        assertThat(fingerprints.add(0, 5)).isEqualTo(-1);
        assertThat(fingerprints.add(0, 6)).isEqualTo(5);
    }

    @Test
    void rowsComeBackAsTheyWentIn() {
        Rows rows = new Rows(3);
        for (int number = 0; number < 10_000; number++) {
            rows.add(new int[] {number, -number, 5});
        }
        int[] row = new int[3];
        rows.read(9_999, row);
        assertThat(row).containsExactly(9_999, -9_999, 5);
        rows.clear();
        assertThat(rows.count()).isZero();
    }

    @Test
    void anAncestryLeadsBackToTheFirstState() {
        Ancestry ancestry = new Ancestry();
        ancestry.add(0, 0);
        ancestry.add(0, 4);
        ancestry.add(0, 5);
        ancestry.add(2, 6);
        assertThat(ancestry.pathTo(3)).containsExactly(5, 6);
        assertThat(ancestry.pathTo(0)).isEmpty();
    }
}
