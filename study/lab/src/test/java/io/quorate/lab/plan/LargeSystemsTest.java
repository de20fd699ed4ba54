// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.measure.Usage;
import io.quorate.lab.plan.structure.FailureBound;
import io.quorate.lab.plan.structure.HittingSet;
import io.quorate.lab.plan.structure.QuorumList;
import io.quorate.lab.plan.structure.Structure;
import io.quorate.lab.plan.structure.Subsets;
import io.quorate.lab.simulate.chance.Randomness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Systems that are too large for all their sets to be looked at. */
final class LargeSystemsTest {
    private static Structure structure(QuorumSystem system) {
        return Structure.of(system, new Randomness(1));
    }

    @ParameterizedTest
    @CsvSource({"31,5", "57,7", "133,11", "381,19", "993,31"})
    void aPlaneOfOrderQSurvivesAnyQFailuresAndHasTheLoadOfItsLines(int voters, int order) {
        Structure plane = structure(new ProjectivePlane(voters));
        assertThat(plane.resilience().isExact()).isTrue();
        assertThat(plane.resilience().atLeast()).isEqualTo(order);
        assertThat(plane.load()).isEqualTo(Load.exactly((order + 1.0) / voters));
        assertThat(plane.dominance()).isEqualTo(Dominance.DOMINATED);
    }

    /** What is known of a large grid, against a search through its quorums. */
    @ParameterizedTest
    @ValueSource(ints = {25, 26, 30, 31, 35, 36, 37, 42, 43})
    void howManyFailuresAGridSurvivesIsWhatASearchFinds(int voters) {
        Grid grid = new Grid(voters);
        assertThat(HittingSet.resilience(QuorumList.of(grid).orElseThrow()))
                .isEqualTo(structure(grid).resilience());
    }

    @Test
    void aMajorityOfManyIsExact() {
        Structure majority = structure(new Majority(1001));
        assertThat(majority.resilience().atLeast()).isEqualTo(500);
        assertThat(majority.load().atLeast()).isEqualTo(501 / 1001.0);
        assertThat(majority.dominance()).isEqualTo(Dominance.NON_DOMINATED);
        assertThat(majority.unavailability(0.5).probability()).isBetween(0.4999, 0.5001);
        assertThat(majority.unavailability(0.01).probability()).isLessThan(1e-300);
    }

    /** The smallest sets that end a plane are its lines: so many, each with this probability, are a lower bound. */
    @ParameterizedTest
    @CsvSource({"31,0.01", "31,0.1", "57,0.1", "91,0.2"})
    void theBoundOfAnEstimateHoldsEvenWhereFailuresAreTooRareToBeSeen(int voters, double p) {
        ProjectivePlane plane = new ProjectivePlane(voters);
        double lines = voters * Math.pow(p, plane.order() + 1) * Math.pow(1 - p, voters - plane.order() - 1);
        Unavailability estimated = structure(plane).unavailability(p);
        assertThat(estimated.isExact()).isFalse();
        assertThat(estimated.atMost()).isGreaterThan(lines);
        assertThat(estimated.atMost()).isGreaterThanOrEqualTo(estimated.probability());
    }

    @Test
    void whereNoFailureIsSeenOnlyTheBoundIsUsable() {
        Unavailability rare = structure(new ProjectivePlane(57)).unavailability(0.01);
        assertThat(rare.isUsable()).isFalse();
        assertThat(rare.atMost()).isPositive().isLessThan(1e-9);
        Unavailability frequent = structure(new ProjectivePlane(57)).unavailability(0.3);
        assertThat(frequent.isUsable()).isTrue();
        assertThat(frequent.standardError()).isPositive();
    }

    @Test
    void theSameSeedGivesTheSameEstimate() {
        QuorumSystem grid = Quorums.named("grid", 100);
        assertThat(structure(grid).unavailability(0.2))
                .isEqualTo(structure(grid).unavailability(0.2));
        assertThat(Structure.of(grid, new Randomness(2)).unavailability(0.2))
                .isNotEqualTo(structure(grid).unavailability(0.2));
    }

    @Test
    void provenBoundsAreNeverBelowTheTruth() {
        for (String name : new String[] {"plane", "cyclic-cover", "degenerate-plane", "grid"}) {
            for (double p : new double[] {0.01, 0.1, 0.4}) {
                QuorumSystem system = Quorums.named(name, 13);
                double truth = Subsets.of(system).unavailability(p).probability();
                double bound = system instanceof Grid grid
                        ? FailureBound.ofGrid(grid, p)
                        : FailureBound.ofList(QuorumList.of(system).orElseThrow(), p);
                assertThat(bound).as("%s, p = %s", name, p).isBetween(truth, 1.0);
            }
        }
    }

    @Test
    void ofAnUnevenListTooLargeForALinearProgramTheLoadIsBoundedFromBothSides() {
        QuorumSystem system = Quorums.named("degenerate-plane", 300);
        Load load = structure(system).load();
        assertThat(load.isExact()).isFalse();
        assertThat(load.atLeast()).isPositive();
        assertThat(load.atMost()).isBetween(load.atLeast(), Usage.of(system).busiest() * 1.5);
    }

    @Test
    void aSearchThatIsBrokenOffSaysWhatItHasProven() {
        Resilience resilience = structure(Quorums.named("cyclic-cover", 200)).resilience();
        assertThat(resilience.isExact()).isFalse();
        assertThat(resilience.atLeast()).isBetween(5, resilience.atMost());
    }
}
