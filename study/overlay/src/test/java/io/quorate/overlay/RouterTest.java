// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.pastry.Pastry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message goes to the next hop, unless somebody on the way takes it. */
final class RouterTest {
    private static final NodeId FROM = NodeId.of(9);

    private final Handle self = handle(0, 0x10);
    private final Handle other = handle(1, 0x90);
    private final Overlay overlay = Pastry.USUAL.newNode(self, List.of(other));
    private final Router<String> router = new Router<>(overlay);
    private final Noting traveller = new Noting();

    private static Handle handle(int node, long firstByte) {
        return new Handle(NodeId.of(node), key(firstByte));
    }

    private static Key key(long firstByte) {
        return new Key(firstByte << 56, 0);
    }

    private void begin() {
        overlay.begin(new RecordingOverlayOutbox());
    }

    @Test
    void whatIsForThisNodeIsDelivered() {
        begin();
        assertThat(router.route(key(0x11), "hello", traveller)).isTrue();
        router.arrived(FROM, new Routed<>(key(0x0F), FROM, 3, "hi"), traveller);
        assertThat(traveller.notes).containsExactly("delivered hello of n1 after 0", "delivered hi of n10 after 3");
    }

    @Test
    void whatIsForAnotherPassesAndGoesOn() {
        begin();
        router.route(key(0x91), "hello", traveller);
        router.arrived(FROM, new Routed<>(key(0x91), FROM, 3, "hi"), traveller);
        assertThat(traveller.notes)
                .containsExactly(
                        "hello from n1 passes to n2",
                        "sent hello of n1 after 1 to n2",
                        "hi from n10 passes to n2",
                        "sent hi of n10 after 4 to n2");
    }

    @Test
    void whatPassesCanBeChangedOrEnd() {
        begin();
        traveller.passage = Passage.forward("changed");
        router.route(key(0x91), "hello", traveller);
        traveller.passage = Passage.consumed();
        assertThat(router.route(key(0x91), "stopped", traveller)).isTrue();
        assertThat(traveller.notes)
                .containsExactly(
                        "hello from n1 passes to n2",
                        "sent changed of n1 after 1 to n2",
                        "stopped from n1 passes to n2");
        assertThat(router.lostCount()).isZero();
    }

    @Test
    void aNodeThatIsNotInRoutesNothing() {
        assertThat(router.route(key(0x11), "hello", traveller)).isFalse();
        assertThat(traveller.notes).isEmpty();
        assertThat(router.lostCount()).isEqualTo(1);
    }

    @Test
    void aWayThatIsTooLongEnds() {
        begin();
        Routed<String> tired = new Routed<>(key(0x91), FROM, Router.HOPS_MAX, "tired");
        assertThat(router.arrived(FROM, tired, traveller)).isFalse();
        assertThat(traveller.notes).isEmpty();
        assertThat(router.lostCount()).isEqualTo(1);
    }

    @Test
    void whatComesBackBecauseTheNextIsGoneGoesAnotherWayWithoutPassingAgain() {
        begin();
        Handle second = handle(2, 0x70);
        overlay.receive(second.node(), new OverlayMessage.Alive(second.key(), List.of()), new RecordingOverlayOutbox());
        router.route(key(0x91), "hello", traveller);
        overlay.peerGone(other.node(), new RecordingOverlayOutbox());
        router.returned(new Routed<>(key(0x91), self.node(), 1, "hello"), traveller);
        overlay.peerGone(second.node(), new RecordingOverlayOutbox());
        router.returned(new Routed<>(key(0x91), self.node(), 1, "hello"), traveller);
        assertThat(traveller.notes)
                .containsExactly(
                        "hello from n1 passes to n2",
                        "sent hello of n1 after 1 to n2",
                        "sent hello of n1 after 1 to n3",
                        "delivered hello of n1 after 0");
    }

    private static final class Noting implements Traveller<String> {
        private final List<String> notes = new ArrayList<>();
        private Passage<String> passage = Passage.forward("");

        @Override
        public Passage<String> passing(Routed<String> message, NodeId previous, Handle next) {
            notes.add(message.content() + " from " + previous + " passes to " + next);
            return "".equals(passage.content()) ? Passage.forward(message.content()) : passage;
        }

        @Override
        public void deliver(Routed<String> message, NodeId previous) {
            notes.add("delivered " + told(message));
        }

        @Override
        public void send(NodeId to, Routed<String> message) {
            notes.add("sent " + told(message) + " to " + to);
        }

        private static String told(Routed<String> message) {
            return message.content() + " of " + message.origin() + " after " + message.hops();
        }
    }
}
