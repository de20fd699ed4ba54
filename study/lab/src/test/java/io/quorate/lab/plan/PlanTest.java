// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.ZoneLoss;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanTest {
    private static Plan plan(int voters) {
        return plan(voters, 0, Zones.NONE);
    }

    private static Plan plan(int voters, int failures, Zones zones) {
        return Plan.of(new Wishes(voters, failures, 0.01, zones));
    }

    private static String recommended(Plan plan) {
        return plan.advice().system().map(QuorumSystem::name).orElse("none");
    }

    @Test
    void everySystemIsListedOnceOrSaidToBeTheSameAsAnother() {
        Plan plan = plan(13);
        List<String> listed =
                plan.analyses().stream().map(each -> each.system().name()).toList();
        assertThat(listed).contains("majority", "plane", "grid", "tree", "tree:3", "hierarchical", "singleton", "all");
        assertThat(plan.sameAs()).containsEntry("weighted", "majority").containsEntry("cyclic-cover", "plane");
        assertThat(listed).doesNotContainAnyElementsOf(plan.sameAs().keySet());
        assertThat(listed).containsAll(plan.sameAs().values());
    }

    @Test
    void whatMeetsTheWishesComesFirstAndThenTheFewestMessages() {
        Plan plan = plan(13, 3, Zones.NONE);
        assertThat(plan.analyses())
                .isSortedAccordingTo(
                        Comparator.comparing(each -> plan.wishes().unmetBy(each).isPresent()));
        assertThat(plan.analyses().get(0).system().name()).isEqualTo("plane");
    }

    @Test
    void moreSystemsCanBeCompared() {
        Plan plan = Plan.of(new Wishes(13, 0, 0.01, Zones.NONE), List.of("tree:4", "majority"));
        assertThat(plan.analyses())
                .map(each -> each.system().name())
                .contains("tree:4")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void fewNodesTakeAMajority(int voters) {
        assertThat(recommended(plan(voters))).isEqualTo("majority");
    }

    @ParameterizedTest
    @CsvSource({"13,plane", "21,plane", "57,plane", "10,plane-on-subset", "100,plane-on-subset", "1000,plane-on-subset"
    })
    void manyNodesTakeThePlaneThatFits(int voters, String name) {
        Plan plan = plan(voters);
        assertThat(recommended(plan)).isEqualTo(name);
        assertThat(plan.advice().reason()).contains("Take " + name, "messages instead of the", "failures are survived");
    }

    /** The table says that the plane of 13 is dominated, so the advice says why it is the one to take all the same. */
    @Test
    void whatIsDominatedIsNotRecommendedWithoutAReason() {
        assertThat(plan(13).advice().reason())
                .contains("It is dominated:", "nothing in this table survives as many failures for fewer messages");
        assertThat(plan(7).advice().reason()).doesNotContain("dominated");
    }

    @Test
    void moreFailuresThanAPlaneSurvivesTakeAMajority() {
        assertThat(recommended(plan(13, 3, Zones.NONE))).isEqualTo("plane");
        assertThat(recommended(plan(13, 4, Zones.NONE))).isEqualTo("majority");
    }

    @Test
    void aWishThatNoSystemMeetsIsAnsweredByTheNumberOfNodesThatDo() {
        Plan plan = plan(10, 6, Zones.NONE);
        assertThat(plan.advice().system()).isEmpty();
        assertThat(plan.advice().reason()).contains("10 nodes", "6 failures", "4 at most", "13 nodes or more");
        assertThat(recommended(plan(13, 6, Zones.NONE))).isEqualTo("majority");
    }

    @Test
    void whatIsRecommendedForZonesSurvivesTheLossOfEach() {
        for (String zones : new String[] {"3", "5,4,4", "9,2,2", "4"}) {
            Plan plan = plan(13, 0, Zones.parse(zones, 13));
            QuorumAnalysis chosen = plan.analyses().stream()
                    .filter(each -> plan.advice().system().equals(java.util.Optional.of(each.system())))
                    .findFirst()
                    .orElseThrow();
            assertThat(chosen.zoneLoss().orElseThrow().isSurvived()).as(zones).isTrue();
            assertThat(chosen.resilience().atLeast()).as(zones).isPositive();
        }
    }

    @Test
    void twoZonesAreOneTooFew() {
        assertThat(plan(13, 0, Zones.parse("2", 13)).advice())
                .satisfies(advice -> assertThat(advice.system()).isEmpty())
                .satisfies(advice -> assertThat(advice.reason()).contains("third zone"));
    }

    @Test
    void whereNothingDoesBothTheReasonSaysWhatWould() {
        Recommendation advice = plan(13, 6, Zones.parse("9,2,2", 13)).advice();
        assertThat(advice.system()).isEmpty();
        assertThat(advice.reason()).contains("at most 6 in a zone");
    }

    @Test
    void aPlaneNearbyIsMentioned() {
        assertThat(plan(12).advice().reason())
                .contains("With 13 nodes there would be a plane: each node asks 4, for 9");
        assertThat(plan(13).advice().reason()).doesNotContain("would be a plane");
        assertThat(plan(100).advice().reason())
                .as("of 91 nodes it is used already")
                .doesNotContain("would be a plane");
    }

    @Test
    void theReasonIsGoodEnglishForOneAndForMany() {
        assertThat(plan(3).advice().reason()).contains("survive any one failure", "3 messages an entry");
        assertThat(plan(8).advice().reason()).contains("the other one only asks");
        assertThat(plan(4).advice().reason()).contains("One node fewer would survive as many.");
    }

    @Test
    void whereNodesOftenFailAPlaneThatWouldOftenBeLostIsNotRecommended() {
        assertThat(recommended(plan(31))).isEqualTo("plane");
        assertThat(recommended(Plan.of(new Wishes(31, 0, 0.4, Zones.NONE)))).isEqualTo("majority");
    }

    @Test
    void aZoneOfAsManyNodesAsMayFailIsSurvivedForCertain() {
        assertThat(recommended(plan(5, 0, Zones.parse("2,2,1", 5)))).isEqualTo("majority");
    }

    @Test
    void thatAllNumberingsLookedAtSurviveIsNoProofWhileThereAreMore() {
        assertThat(new ZoneLoss(1, false).isSurvived()).isFalse();
        assertThat(new ZoneLoss(1, true).isSurvived()).isTrue();
        assertThat(new ZoneLoss(0.9, true).isSurvived()).isFalse();
    }
}
