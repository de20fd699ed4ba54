// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.testing.InMemoryNetwork;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
class InMemoryNetworkTest extends TransportContract {
    private final InMemoryNetwork network = new InMemoryNetwork(3);

    @Override
    public Transport newTransport(NodeId self, long incarnation) {
        return network.transport(self);
    }

    @Test
    void nothingPassesACutLinkAndHealingResetsIt() throws Exception {
        Pair pair = new Pair();
        network.cut(A, B);
        pair.atA.awaitSuspicion(B);
        pair.atB.awaitSuspicion(A);
        assertThat(offer(pair.a, B, "lost")).isFalse();
        network.heal(A, B);
        pair.atA.awaitTrust(B);
        pair.atB.awaitTrust(A);
        assertThat(offer(pair.a, B, "passes")).isTrue();
        pair.atB.await("the frame", each -> each.framesFrom(A).size() == 1);
        assertThat(pair.atB.framesFrom(A)).containsExactly("passes");
        assertThat(pair.atB.count(What.RESET, A)).isEqualTo(2);
    }

    @Test
    void aPausedNodeHearsNothingUntilItResumes() throws Exception {
        Pair pair = new Pair();
        network.pause(B);
        assertThat(offer(pair.a, B, "waits")).isTrue();
        assertThat(offer(pair.b, A, "a paused node hears nothing, but may speak"))
                .isTrue();
        pair.atA.await("the frame", each -> each.framesFrom(B).size() == 1);
        assertThat(pair.atB.framesFrom(A)).isEmpty();
        network.resume(B);
        pair.atB.await("the frame", each -> each.framesFrom(A).size() == 1);
    }

    @Test
    void aNodeIsOpenOnlyOnce() throws Exception {
        open(A, 1, new RecordingReceiver());
        assertThatThrownBy(() -> open(A, 2, new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("already open");
        assertThatThrownBy(() -> network.transport(NodeId.of(3)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("larger network");
    }
}
