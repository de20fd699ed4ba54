// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.node.TwinReports.Verdict;
import org.junit.jupiter.api.Test;

/** T1: which reports make two processes of one id, and when both are told to end. */
class TwinReportsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    private static final long BEAT = 10;
    private static final long SILENCE = 60;
    private static final long LONG_CONNECTED = SILENCE + 1;

    private final TwinReports reports = new TwinReports(BEAT, SILENCE);

    private Verdict other(NodeId member, long now) {
        return reports.report(member, 7, 8, LONG_CONNECTED, now);
    }

    @Test
    void oneProcessThatBothHearIsNoTwin() {
        assertThat(reports.report(A, 7, 7, LONG_CONNECTED, 0)).isEqualTo(Verdict.ONE);
        assertThat(reports.report(A, 7, TwinReports.NOT_HEARD, LONG_CONNECTED, 0))
                .isEqualTo(Verdict.ONE);
    }

    @Test
    void aReportAboutAPeerThatHasJustConnectedIsIgnored() {
        assertThat(reports.report(A, 7, 8, SILENCE, 0)).isEqualTo(Verdict.ONE);
        assertThat(reports.report(A, 7, 8, SILENCE + 1, 0)).isEqualTo(Verdict.TWO);
    }

    @Test
    void theSecondReportEndsBothUnlessItWasReadWithTheFirst() {
        assertThat(other(A, 100)).isEqualTo(Verdict.TWO);
        assertThat(other(A, 100 + BEAT - 1)).isEqualTo(Verdict.TWO);
        assertThat(other(A, 100 + BEAT)).isEqualTo(Verdict.END);
    }

    @Test
    void reportsFarApartOrAboutDifferentMembersDoNotConfirmEachOther() {
        assertThat(other(A, 100)).isEqualTo(Verdict.TWO);
        assertThat(other(B, 100 + BEAT)).isEqualTo(Verdict.TWO);
        assertThat(other(A, 100 + 4 * BEAT)).isEqualTo(Verdict.TWO);
        assertThat(other(A, 100 + 5 * BEAT)).isEqualTo(Verdict.END);
    }

    @Test
    void aProcessIsReportedForOneAndAHalfHeartbeats() {
        assertThat(reports.freshNanos()).isEqualTo(15);
    }

    @Test
    void aProcessThatWasToldToEndIsReportedUntilTheOthersHaveTheirSecondReport() {
        assertThat(reports.toReport(A, 8, 90)).isEqualTo(8);
        other(A, 100);
        assertThat(other(A, 110)).isEqualTo(Verdict.END);
        assertThat(reports.toReport(A, TwinReports.NOT_HEARD, 139)).isEqualTo(8);
        assertThat(reports.toReport(A, 9, 139)).as("instead of its successor").isEqualTo(8);
        assertThat(reports.toReport(A, 9, 140)).isEqualTo(9);
        assertThat(reports.toReport(B, 9, 120)).isEqualTo(9);
    }
}
