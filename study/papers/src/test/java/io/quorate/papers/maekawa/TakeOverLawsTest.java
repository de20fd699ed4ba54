// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Placement;
import org.junit.jupiter.api.Test;

class TakeOverLawsTest extends LockMachineLaws<MaekawaMessage> {
    @Override
    protected Protocol<MaekawaMessage> protocol() {
        return Maekawa.takingOver();
    }

    @Test
    void aNodeThatDoesNotVoteIsRefusedForNobodyWouldAskItForItsState() {
        MachineContext client = new MachineContext(NodeId.of(2), 0, Placement.asNumbered(Explicit.ofSets("n1,n2", 2)));
        assertThatThrownBy(() -> protocol().newMachine(client))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("let every node vote");
    }
}
