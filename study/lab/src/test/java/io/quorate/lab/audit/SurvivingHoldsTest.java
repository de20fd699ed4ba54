// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.NodeClaim;
import org.junit.jupiter.api.Test;

class SurvivingHoldsTest {
    private static final NodeClaim HOLD = new NodeClaim(NodeId.of(0), 1, LockName.of("L"), Mode.EXCLUSIVE);

    private final SurvivingHolds audit = new SurvivingHolds();

    @Test
    void aHoldWithSparesIsNotLostByACrash() {
        audit.shelter(HOLD);
        assertThatThrownBy(() -> audit.lost(HOLD)).hasMessageContaining("in spite of its spare votes");
    }

    @Test
    void whatWasNotPromisedMayBeLost() {
        assertThatCode(() -> audit.lost(HOLD)).doesNotThrowAnyException();
        audit.shelter(HOLD);
        audit.disturbed();
        assertThatCode(() -> audit.lost(HOLD)).doesNotThrowAnyException();
        audit.shelter(HOLD);
        audit.ended(HOLD);
        assertThatCode(() -> audit.lost(HOLD)).doesNotThrowAnyException();
    }
}
