// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.measure.KindCounter;
import io.quorate.reproduce.measure.WorstCaseRuns;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 8.2 of Maekawa's paper, message by message. */
class MaekawaTrafficTest {
    @ParameterizedTest
    @CsvSource({"3, 3.92", "7, 3.99", "13, 3.99", "21, 4.00", "57, 4.00"})
    void underHeavyDemandAnEntryTakesAboutFourMessagesForEachOtherMember(int nodes, double measured) {
        SimulationReport report = Demand.heavy(Setup.of(new Maekawa(), new ProjectivePlane(nodes), nodes));
        assertThat(Demand.perAsked(report)).isCloseTo(measured, within(0.02)).isBetween(3.9, 4.05);
        Map<String, Long> kinds = report.traffic().messagesByKind();
        assertThat(kinds.get("Failed")).isGreaterThan(kinds.get("Request") * 9 / 10);
        assertThat(Demand.kindsAddUp(kinds)).isTrue();
    }

    /** The paper says at most five; E-M8. */
    @ParameterizedTest
    @CsvSource({"4, 6, 5.08", "5, 10, 5.34", "8, 20, 5.61", "12, 30, 5.74"})
    void onAverageAnEntryCanTakeMoreThanFive(int arbiters, int clients, double measured) {
        KindCounter counts = WorstCaseRuns.onAverage(arbiters, clients);
        assertThat(counts.all()).isEqualTo(WorstCaseRuns.formula(arbiters, clients));
        assertThat((double) counts.all() / clients / arbiters).isCloseTo(measured, within(0.01));
        assertThat(Demand.kindsAddUp(counts.byKind())).isTrue();
    }

    @Test
    void oneEntryCanBeToBlameForSeven() {
        int oldest = 3 * 3;
        int youngest = 2 * 3 + 4;
        int toBlame = 2 * 7 + 4;
        KindCounter counts = WorstCaseRuns.ofOneEntry();
        assertThat(counts.all()).isEqualTo(oldest + youngest + toBlame);
        assertThat(toBlame).isBetween(5 * 3, 7 * 3);
        assertThat(counts.byKind())
                .containsEntry("Inquire", 2L)
                .containsEntry("Relinquish", 2L)
                .containsEntry("Failed", 4L)
                .containsEntry("Locked", 11L);
    }

    @Test
    void sumsOfKindsThatCannotBeAreSeen() {
        Map<String, Long> kinds = WorstCaseRuns.onAverage(4, 6).byKind();
        kinds.merge("Locked", 1L, Long::sum);
        assertThat(Demand.kindsAddUp(kinds)).isFalse();
    }
}
