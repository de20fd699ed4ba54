// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.demo.HoldJournal.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the journal proves, and what it does not. */
final class HoldProofTest {
    private static Entry enter(String node, long at) {
        return new Entry(true, node, 1, at);
    }

    private static Entry leave(String node, long at) {
        return new Entry(false, node, 1, at);
    }

    @Test
    void holdsOneAfterTheOtherAreFine() {
        HoldProof proof = HoldProof.of(List.of(enter("n1", 1), leave("n1", 2), enter("n2", 3), leave("n2", 4)), 2, 2);
        assertThat(proof.isFine()).isTrue();
        assertThat(proof.holds()).hasSize(2);
    }

    @Test
    void twoInsideAtOnceAreSeen() {
        HoldProof proof = HoldProof.of(List.of(enter("n1", 1), enter("n2", 2), leave("n1", 3), leave("n2", 4)), 2, 2);
        assertThat(proof.isFine()).isFalse();
        assertThat(proof.overlaps()).singleElement().asString().contains("line 2", "n2", "n1");
    }

    @Test
    void aLostUpdateIsSeen() {
        HoldProof proof = HoldProof.of(List.of(enter("n1", 1), leave("n1", 2), enter("n2", 3), leave("n2", 4)), 2, 1);
        assertThat(proof.isFine()).isFalse();
    }

    @Test
    void whoNeverLeftOrNeverCameIsSeen() {
        assertThat(HoldProof.of(List.of(enter("n1", 1)), 1, 1).overlaps())
                .anyMatch(each -> each.contains("never left"));
        assertThat(HoldProof.of(List.of(leave("n1", 1)), 1, 1).isFine()).isFalse();
        assertThat(HoldProof.of(List.of(), 1, 1).isFine()).isFalse();
    }
}
