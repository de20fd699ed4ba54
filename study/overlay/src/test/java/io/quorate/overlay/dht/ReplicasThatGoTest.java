// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import static io.quorate.overlay.dht.Roles.N1;
import static io.quorate.overlay.dht.Roles.N2;
import static io.quorate.overlay.dht.Roles.N3;
import static io.quorate.overlay.dht.Roles.N4;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage.Response;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReplicasThatGoTest {
    private final MachineContext context = Roles.context(N1);
    private final Candidate candidate = new Candidate(context, Rules.ALL);
    private final RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();

    /** n1 is alone and has all three replicas; then two of them go to where they belong, at the same time. */
    @Test
    void allOwnVotesEndThatHaveGoneNotOnlyTheFirst() {
        Roles.forget(context, N2);
        Roles.forget(context, N3);
        Roles.forget(context, N4);
        candidate.acquire(false, out);
        Stamp stamp = Objects.requireNonNull(candidate.stamp());
        for (int replica = 0; replica < 3; replica++) {
            candidate.onResponse(Response.vote(stamp, replica, 1, null, 0), N1, out);
        }
        assertThat(candidate.phase()).isEqualTo(Phase.HOLDING);
        Roles.meet(context, N2);
        Roles.meet(context, N3);
        candidate.ownershipChanged(out);
        assertThat(candidate.phase()).isEqualTo(Phase.IDLE);
        assertThat(out.take()).contains("lost QUORUM_LOST");
    }
}
