// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import org.junit.jupiter.api.Test;

class ValidHoldsTest {
    private static final NodeClaim FIRST = claim(1, Mode.EXCLUSIVE);
    private static final NodeClaim SECOND = claim(2, Mode.EXCLUSIVE);

    private long now = 100;
    private boolean awake = true;
    private final ValidHolds holds = new ValidHolds(new ValidHolds.Clocks() {
        @Override
        public long shownAt(NodeId node) {
            return now;
        }

        @Override
        public boolean isAwake(NodeId node) {
            return awake;
        }
    });

    private static NodeClaim claim(int node, Mode mode) {
        return new NodeClaim(NodeId.of(node), 1, Choice.USUAL_LOCK, mode);
    }

    @Test
    void twoValidHoldsThatExcludeEachOtherAreOneTooMany() {
        holds.granted(FIRST, 200);
        assertThatThrownBy(() -> holds.granted(SECOND, 200))
                .isInstanceOf(AuditFailure.class)
                .hasMessage("two hold the lock L at once: n3#1 got it while n2#1 is valid for 100 ns more");
    }

    @Test
    void sharedHoldsDoNotExcludeEachOther() {
        holds.granted(claim(1, Mode.SHARED), 200);
        holds.granted(claim(2, Mode.SHARED), 200);
        assertThatThrownBy(() -> holds.granted(claim(3, Mode.EXCLUSIVE), 200)).isInstanceOf(AuditFailure.class);
    }

    @Test
    void aNodeThatStandsStillLosesByItsClockAndOneThatDoesNotMustHaveSaidSo() {
        holds.granted(FIRST, 200);
        now = 200;
        assertThatThrownBy(() -> holds.granted(SECOND, 300)).hasMessageContaining("has not been told");
        awake = false;
        holds.granted(SECOND, 300);
        assertThat(holds.outlived()).isOne();
    }

    @Test
    void aHoldThatEndedMakesWay() {
        holds.granted(FIRST, 200);
        holds.ended(FIRST);
        holds.granted(SECOND, 200);
        assertThatThrownBy(() -> holds.ended(FIRST)).hasMessageContaining("without having it");
    }

    @Test
    void whatACrashedNodeHeldCountsUntilItsTimeIsOver() {
        holds.granted(FIRST, Long.MAX_VALUE);
        holds.crashed(FIRST, 150);
        awake = false;
        assertThatThrownBy(() -> holds.granted(SECOND, 300)).hasMessageContaining("may still act for 50 ns more");
        now = 150;
        holds.granted(claim(3, Mode.EXCLUSIVE), 300);
    }

    @Test
    void aTurnProlongsAHoldOrSaysThatItIsLost() {
        holds.granted(FIRST, 200);
        holds.prolonged(FIRST, 250);
        now = 240;
        assertThatThrownBy(() -> holds.granted(SECOND, 300)).hasMessageContaining("is valid");
        now = 250;
        assertThatThrownBy(() -> holds.prolonged(FIRST, 250)).hasMessageContaining("has not said so");
        assertThatThrownBy(() -> holds.prolonged(FIRST, 300)).hasMessageContaining("valid again");
    }

    @Test
    void fencesRiseAmongThoseWhoExcludeEachOther() {
        RisingFences fences = new RisingFences();
        fences.granted(FIRST, 5);
        fences.granted(claim(1, Mode.SHARED), 7);
        fences.granted(claim(2, Mode.SHARED), 6);
        assertThatThrownBy(() -> fences.granted(claim(3, Mode.SHARED), 5))
                .isInstanceOf(AuditFailure.class)
                .hasMessage("fences do not rise: n4#1 shared got the lock L with 5 after n2#1 with 5");
        assertThatThrownBy(() -> fences.granted(SECOND, 7)).hasMessageContaining("after n2#1 shared with 7");
        fences.granted(SECOND, 8);
    }
}
