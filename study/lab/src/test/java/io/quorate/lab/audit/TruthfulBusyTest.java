// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.NodeClaim;
import org.junit.jupiter.api.Test;

class TruthfulBusyTest {
    private static final LockName LOCK = LockName.of("L");
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeClaim HOLDER = new NodeClaim(N1, 1, LOCK, Mode.EXCLUSIVE);
    private static final NodeClaim READER = new NodeClaim(N1, 2, LOCK, Mode.SHARED);
    private static final NodeClaim ASKING = new NodeClaim(N2, 1, LOCK, Mode.EXCLUSIVE, true);
    private static final NodeClaim ASKING_READER = new NodeClaim(N2, 2, LOCK, Mode.SHARED, true);

    private final TruthfulBusy audit = new TruthfulBusy();

    private void holds(NodeClaim claim) {
        audit.asks(claim);
        audit.granted(claim);
    }

    @Test
    void whoHeldWhenItAskedOrLaterMayBeNamed() {
        holds(HOLDER);
        audit.asks(ASKING);
        audit.ended(HOLDER);
        assertThatCode(() -> audit.busy(ASKING, N1)).doesNotThrowAnyException();
        audit.asks(ASKING);
        holds(HOLDER);
        assertThatCode(() -> audit.busy(ASKING, N1)).doesNotThrowAnyException();
    }

    @Test
    void aHoldThatEndedBeforeTheQuestionKeepsNobodyBack() {
        holds(HOLDER);
        audit.ended(HOLDER);
        audit.asks(ASKING);
        assertThatThrownBy(() -> audit.busy(ASKING, N1)).hasMessageContaining("a false busy");
    }

    @Test
    void aHoldThatWentWithItsNodeBeforeTheQuestionKeepsNobodyBack() {
        holds(HOLDER);
        audit.crashed(N1);
        audit.asks(ASKING);
        assertThatThrownBy(() -> audit.busy(ASKING, N1)).hasMessageContaining("a false busy");
    }

    @Test
    void theNodeThatIsNamedMustHaveHeld() {
        holds(HOLDER);
        audit.asks(ASKING);
        assertThatThrownBy(() -> audit.busy(ASKING, NodeId.of(2))).hasMessageContaining("a false busy");
    }

    @Test
    void readersKeepNoReaderBackUnlessSomebodyWantsTheLockAlone() {
        holds(READER);
        audit.asks(ASKING_READER);
        assertThatThrownBy(() -> audit.busy(ASKING_READER, N1)).hasMessageContaining("a false busy");
        audit.asks(HOLDER);
        audit.asks(ASKING_READER);
        assertThatCode(() -> audit.busy(ASKING_READER, N1)).doesNotThrowAnyException();
    }

    @Test
    void whoDoesNotAskIsNotAnswered() {
        holds(HOLDER);
        audit.asks(ASKING);
        audit.gaveUp(ASKING);
        assertThatThrownBy(() -> audit.busy(ASKING, N1)).hasMessageContaining("does not want it now");
    }
}
