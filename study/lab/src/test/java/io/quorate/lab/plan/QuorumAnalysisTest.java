// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.ZoneLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuorumAnalysisTest {
    private static QuorumAnalysis analysis(QuorumSystem system) {
        return analysis(system, Zones.NONE);
    }

    private static QuorumAnalysis analysis(QuorumSystem system, Zones zones) {
        return QuorumAnalysis.of(system, new QuorumAnalysis.Question(0.01, zones, 1));
    }

    /** Table I of Maekawa's paper. */
    @ParameterizedTest
    @CsvSource({"3,3", "7,6", "13,9", "21,12", "133,33", "381,57"})
    void anEntryCostsThreeMessagesForEachOtherNodeThatIsAsked(int voters, double messages) {
        QuorumAnalysis plane = analysis(new ProjectivePlane(voters));
        assertThat(plane.messages().light()).isEqualTo(messages);
        assertThat(plane.messages().heavy()).isCloseTo(messages * 4 / 3, within(1e-9));
        assertThat(plane.messages().worst()).isCloseTo(messages * 7 / 3, within(1e-9));
    }

    @Test
    void theOwnVoteCostsNothingButWhoIsNotInItsQuorumPaysForAll() {
        assertThat(analysis(Quorums.named("singleton", 5)).messages().light()).isCloseTo(3 * 4 / 5.0, within(1e-9));
        assertThat(analysis(Quorums.named("plane-on-subset", 8)).messages().light())
                .isCloseTo(3 * (7 * 2 + 3) / 8.0, within(1e-9));
    }

    @Test
    void theRootOfATreeIsAskedAlwaysUnlessNamesSpreadTheLoad() {
        QuorumAnalysis tree = analysis(Quorums.named("tree", 7));
        assertThat(tree.busiest().usual()).isEqualTo(1);
        assertThat(tree.busiest().spread()).isCloseTo(3 / 7.0, within(1e-9));
        assertThat(tree.busiest().best()).isEqualTo(Load.exactly(0.5));
        assertThat(tree.symmetry()).isEqualTo(new QuorumAnalysis.Symmetry(true, false));
        QuorumAnalysis large = analysis(Quorums.named("tree", 500));
        assertThat(large.busiest().spread()).isLessThan(0.03);
    }

    @Test
    void inAPlaneAllAskAndServeEquallyMany() {
        assertThat(analysis(new ProjectivePlane(13)).symmetry()).isEqualTo(new QuorumAnalysis.Symmetry(true, true));
        assertThat(analysis(Quorums.named("degenerate-plane", 5)).symmetry().asksEqually())
                .isFalse();
    }

    @Test
    void whoOnlyEverAsksItsOwnQuorumLosesItMuchSooner() {
        QuorumAnalysis fano = analysis(new ProjectivePlane(7));
        assertThat(fano.usualQuorumLost()).isCloseTo(1 - Math.pow(0.99, 3), within(1e-12));
        assertThat(fano.unavailability().probability()).isLessThan(1e-5);
    }

    @Test
    void theLossOfAZoneIsSurvivedByAllLocksByNoneOrBySome() {
        Zones zones = Zones.parse("5,4,4", 13);
        assertThat(zoneLoss(new Majority(13), zones)).isEqualTo(new ZoneLoss(1, true));
        assertThat(zoneLoss(Quorums.named("hierarchical:5,4,4", 13), zones)).isEqualTo(new ZoneLoss(1, true));
        assertThat(zoneLoss(Quorums.named("all", 13), zones)).isEqualTo(new ZoneLoss(0, true));
        ZoneLoss plane = zoneLoss(new ProjectivePlane(13), zones);
        assertThat(plane.isSurvived()).isFalse();
        assertThat(plane.survivedBy()).isBetween(0.01, 0.99);
        assertThat(zoneLoss(new Majority(13), Zones.parse("7,3,3", 13)).survivedBy())
                .isZero();
        assertThat(analysis(new Majority(13)).zoneLoss()).isEmpty();
    }

    private static ZoneLoss zoneLoss(QuorumSystem system, Zones zones) {
        return analysis(system, zones).zoneLoss().orElseThrow();
    }

    @Test
    void zonesAreReadAndRefusedWithWhatToDo() {
        assertThat(Zones.parse("3", 13)).isEqualTo(Zones.parse("5,4,4", 13));
        assertThat(Zones.parse(" 5, 4, 4", 13).text()).isEqualTo("5,4,4");
        assertThatThrownBy(() -> Zones.parse("5,4", 13)).hasMessageContaining("9 nodes together, but there are 13");
        assertThatThrownBy(() -> Zones.parse("1", 13)).hasMessageContaining("at least two zones");
        assertThatThrownBy(() -> Zones.parse("14", 13)).hasMessageContaining("no more than nodes");
        for (String wrong : new String[] {"", "a", "5,,4", "0,13", "5,-4", "99999999999"}) {
            assertThatThrownBy(() -> Zones.parse(wrong, 13)).hasMessageContaining("as in 5,4,4");
        }
    }

    @Test
    void aProbabilityBeyondOneIsRefused() {
        assertThatThrownBy(() -> new QuorumAnalysis.Question(1, Zones.NONE, 1))
                .hasMessageContaining("up to, but not, 1");
        assertThatThrownBy(() -> new QuorumAnalysis.Question(Double.NaN, Zones.NONE, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
