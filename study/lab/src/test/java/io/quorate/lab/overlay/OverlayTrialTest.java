// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.overlay.OverlayReport.Routes;
import io.quorate.overlay.pastry.Pastry;
import io.quorate.overlay.ring.Ring;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Routes are as short as the paper says, and changes are dealt with in time. */
@Tag("slow")
final class OverlayTrialTest {
    private static OverlayReport pastry(int nodes, int routes, int churn, boolean settled) {
        return new OverlayTrial(Pastry.USUAL, nodes, routes, churn, settled, 1).run(OverlayTrial.Progress.NONE);
    }

    private static double log16(int nodes) {
        return Math.log(nodes) / Math.log(16);
    }

    private static void assertAboutLog16(Routes routes, int nodes) {
        assertThat(routes.isAllRight()).isTrue();
        assertThat(routes.mean()).isLessThan(log16(nodes)).isGreaterThan(0.9 * log16(nodes));
        assertThat(routes.histogram().size() - 1).as("the longest route").isLessThanOrEqualTo(7);
    }

    @Test
    void aThousandNodesThatJoinedRouteInAboutLog16Hops() {
        OverlayReport report = pastry(1_000, 5_000, 0, false);
        assertAboutLog16(report.routes(), 1_000);
        assertThat(report.build().settlingRounds()).isLessThanOrEqualTo(3);
        assertThat(report.build().sizes().neighbours()).isEqualTo(16);
        assertThat(report.build().sizes().knownMost()).isLessThan(64);
        assertThat(report.build().messages() / 1_000)
                .as("messages for each node, until all are in")
                .isLessThan(400);
    }

    @Test
    void tenThousandSettledNodesRouteInAboutLog16Hops() {
        OverlayReport report = pastry(10_000, 5_000, 0, true);
        assertAboutLog16(report.routes(), 10_000);
        assertThat(report.build().settlingRounds()).isZero();
        assertThat(report.build().sizes().knownMost()).isLessThan(80);
    }

    /** What the nodes would know after joins is what those know that begin settled. */
    @Test
    void nodesThatBeginSettledKnowAsManyAsNodesThatJoined() {
        OverlayReport joined = pastry(300, 1_000, 0, false);
        OverlayReport settled = pastry(300, 1_000, 0, true);
        assertThat(settled.build().sizes().known())
                .isCloseTo(joined.build().sizes().known(), Offset.offset(2.0));
        assertThat(settled.routes().mean()).isCloseTo(joined.routes().mean(), Offset.offset(0.1));
    }

    @Test
    void whenManyFailAndManyJoinAllIsRightAgainAfterSomeRounds() {
        OverlayReport report = pastry(500, 2_000, 150, true);
        OverlayReport.Churn churn = report.churn();
        assertThat(report.isOk()).isTrue();
        assertThat(churn).isNotNull();
        assertThat(churn.failed()).isEqualTo(75);
        assertThat(churn.during().lost())
                .as("messages to nodes that had just failed")
                .isPositive();
        assertThat(churn.roundsUntilRight()).isBetween(4L, 12L);
        assertThat(churn.roundsUntilForgotten()).isBetween(4L, 16L);
        assertAboutLog16(churn.after(), 500);
    }

    @Test
    void inARingWithFullViewEveryRouteHasOneHop() {
        OverlayReport report = new OverlayTrial(Ring.USUAL, 100, 1_000, 20, false, 1).run(OverlayTrial.Progress.NONE);
        assertThat(report.isOk()).isTrue();
        assertThat(report.routes().histogram()).hasSize(2);
        assertThat(report.build().sizes().known()).isEqualTo(99);
    }

    /** Figure 5 of Muhammad, Cheema and Gupta ends at such a change. */
    @Test
    @Tag("long")
    void tenThousandNodesJoinAndSurviveAChangeOfThreeThousand() {
        OverlayReport report = pastry(10_000, 10_000, 3_000, false);
        assertThat(report.isOk()).isTrue();
        assertAboutLog16(report.routes(), 10_000);
        OverlayReport.Churn churn = report.churn();
        assertThat(churn).isNotNull();
        assertThat(churn.roundsUntilRight()).isLessThanOrEqualTo(15);
        assertAboutLog16(churn.after(), 10_000);
    }

    @Test
    void whatCannotBeTriedIsRefused() {
        assertThatThrownBy(() -> pastry(0, 1, 0, true)).hasMessageContaining("you gave 0");
        assertThatThrownBy(() -> pastry(10, 0, 0, true)).hasMessageContaining("At least one message");
        assertThatThrownBy(() -> pastry(10, 1, 20, true)).hasMessageContaining("0 to 19 can change; you gave 20");
    }
}
