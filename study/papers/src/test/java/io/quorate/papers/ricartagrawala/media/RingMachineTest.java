// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.papers.ricartagrawala.MediaMessage.RingRequest;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingMachineTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final NodeId NEXT = NodeId.of(1);
    private static final NodeId BEFORE = NodeId.of(2);

    private final MachineContext context = new MachineContext(SELF, 0, Placement.asNumbered(new All(3)));
    private final RecordingOutbox<RicartAgrawalaMessage> out = new RecordingOutbox<>();

    /** Else anybody could say that all others have let the request pass. */
    @ParameterizedTest
    @ValueSource(strings = {"ring", "ring-notes"})
    void aRequestComesBackFromTheNodeBeforeOnly(String modification) {
        LockMachine<RicartAgrawalaMessage> machine =
                RicartAgrawala.with(modification).newMachine(context);
        machine.acquire(Mode.EXCLUSIVE, out);
        RingRequest ours = new RingRequest(new Stamp(1, SELF, 0), NodeSet.EMPTY);

        machine.receive(NEXT, ours, out);
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        assertThat(context.forgedCount()).isOne();

        machine.receive(BEFORE, ours, out);
        assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
    }
}
