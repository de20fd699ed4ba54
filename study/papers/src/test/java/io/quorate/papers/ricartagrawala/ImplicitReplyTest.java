// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ImplicitReplyTest {
    @Test
    void silenceLastsLongerThanAMessageThereAndOneBack() {
        RicartAgrawala protocol = RicartAgrawala.with("implicit-reply");
        MachineContext context = new MachineContext(NodeId.of(0), 0, Placement.asNumbered(new All(2)));
        RecordingOutbox<RicartAgrawalaMessage> out = new RecordingOutbox<>();
        protocol.newMachine(context).acquire(Mode.EXCLUSIVE, out);
        String start = "start IMPLICIT_REPLY ";
        Duration silence = out.take().stream()
                .filter(effect -> effect.startsWith(start))
                .map(effect -> Duration.parse(effect.substring(start.length())))
                .findFirst()
                .orElseThrow();
        assertThat(silence).isGreaterThan(protocol.traits().transmissionMax().multipliedBy(2));
    }
}
