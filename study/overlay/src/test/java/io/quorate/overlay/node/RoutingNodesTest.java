// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.StateText;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.fixed.FixedRoster;
import io.quorate.overlay.ring.Ring;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Machines of nodes with an overlay route, see what passes, and get what is for them. */
final class RoutingNodesTest {
    private final OverlayNodes ring = OverlayNodes.inARing(6);

    private void acquire(int number) {
        ring.turn(number, node -> node.acquire(exclusive("L", 1)));
    }

    @Test
    void aMessagePassesEveryNodeOnItsWayAndArrivesAtTheOwnerOfTheKey() {
        acquire(4);
        ring.deliverAll();
        assertThat(ring.errands.takeLog())
                .containsExactly(
                        "n4 asks",
                        "n4 ask of n4 passes from n4 to n3 after 0",
                        "n3 ask of n4 passes from n4 to n2 after 1",
                        "n2 ask of n4 passes from n3 to n1 after 2",
                        "n1 ask of n4 arrives from n2 after 3");
        assertThat(ring.news).containsExactly("n4 enters");
    }

    @Test
    void whoeverItPassesMayChangeIt() {
        ring.errands.changer = NodeId.of(2);
        acquire(4);
        ring.deliverAll();
        assertThat(ring.errands.takeLog())
                .contains("n2 ask! of n4 passes from n3 to n1 after 2", "n1 ask! of n4 arrives from n2 after 3");
    }

    @Test
    void whoeverItPassesMayTakeItAndAnswer() {
        ring.errands.taker = NodeId.of(2);
        acquire(4);
        ring.deliverAll();
        assertThat(ring.errands.takeLog()).last().isEqualTo("n3 ask of n4 passes from n4 to n2 after 1");
        assertThat(ring.news).containsExactly("n4 enters");
    }

    @Test
    void theOriginIsTheFirstThatMayTakeIt() {
        ring.errands.taker = NodeId.of(3);
        acquire(4);
        assertThat(ring.network).isEmpty();
        assertThat(ring.news).containsExactly("n4 enters");
    }

    @Test
    void theOwnerOfTheKeyReachesItselfWithinItsTurn() {
        acquire(1);
        assertThat(ring.network).isEmpty();
        assertThat(ring.errands.takeLog()).containsExactly("n1 asks", "n1 ask of n1 arrives from n1 after 0");
        assertThat(ring.news).containsExactly("n1 enters");
        ring.turn(1, node -> node.release(exclusive("L", 1)));
        assertThat(ring.errands.takeLog()).containsExactly("n1 back of n1 arrives from n1 after 0");
        assertThat(ring.node(1).slots()).isEmpty();
    }

    @Test
    void nodesOnTheWayForgetTheLock() {
        acquire(4);
        ring.deliverAll();
        for (int number : new int[] {1, 2, 3}) {
            assertThat(ring.node(number).slots()).isEmpty();
        }
    }

    @Test
    void messagesGoAroundANodeThatSeemsToBeGone() {
        ring.turn(4, node -> node.peerSuspected(NodeId.of(2)));
        acquire(4);
        assertThat(ring.network.element().to).isEqualTo(NodeId.of(1));
        ring.turn(4, node -> node.peerRestored(NodeId.of(2)));
        ring.turn(4, node -> node.release(exclusive("L", 1)));
        ring.network.clear();
        acquire(4);
        assertThat(ring.errands.takeLog()).contains("n4 does not own");
    }

    @Nested
    class Frames {
        private final Codec<Message> codec = FrameBuffers.codecOf(new Errands());

        private Frame<Message> only() {
            assertThat(ring.network).hasSize(1);
            return LockNode.read(ring.errands, ring.network.element().bytes);
        }

        @Test
        void aRoutedMessageReadsAsWhatIsInItAndWhereItGoes() {
            acquire(4);
            Frame.Entry<Message> entry = only().entries().get(0);
            String digits = OverlayNodes.REPLICA.toString().substring(0, 4);
            assertThat(entry.lock()).isEqualTo(Errands.L);
            assertThat(entry.message()).hasToString("Note ask to " + digits);
            assertThat(entry.message().kind()).isEqualTo("Note");
        }

        @Test
        void whatTheOverlaySaysStandsUnderAWordOfItsOwn() {
            LockNode<Errands.Note> joiner = new LockNode<>(ring.errands, OverlayNodes.start(2, 6, Ring.USUAL));
            ring.nodes.set(1, joiner);
            ring.turn(2, node -> OverlayPart.of(node).join(List.of(OverlayNodes.handle(1, 6))));
            Frame.Entry<Message> entry = only().entries().get(0);
            assertThat(entry.lock()).hasToString("overlay");
            assertThat(entry.message()).hasToString("Join n2");
            assertThat(entry.message().kind()).isEqualTo("Join");
        }

        @Test
        void everyKindOfEntryIsReadAsItWasWritten() {
            Message upkeep = new Upkeep(new OverlayMessage.Here(OverlayNodes.REPLICA));
            acquire(4);
            Message routed = only().entries().get(0).message();
            for (Message message : List.of(upkeep, routed, new Errands.Note("directly"))) {
                ByteSink sink = new ByteSink();
                codec.write(message, sink);
                ByteSource source = new ByteSource(sink.toByteArray());
                assertThat(codec.read(source)).isEqualTo(message);
                assertThat(source.isAtEnd()).isTrue();
            }
        }

        @Test
        void anEntryOfNoKnownKindIsRefused() {
            assertThatThrownBy(() -> codec.read(new ByteSource(new byte[] {3, 0})))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("kind of entry");
        }

        @Test
        void aFrameWithOneChangesNothing() {
            FrameWriter writer = new FrameWriter();
            writer.begin(new SessionHeader());
            writer.add(Errands.L, new Errands.Note("directly"), ring.errands); // no tag before it
            byte[] bytes = writer.finish(1).toByteArray();
            String before = describe(ring.node(1));
            assertThatThrownBy(() -> ring.node(1).receive(NodeId.of(1), bytes, 0, bytes.length))
                    .isInstanceOf(MalformedFrameException.class);
            assertThat(describe(ring.node(1))).isEqualTo(before);
        }

        @Test
        void withoutAnOverlayFramesHaveNoTags() {
            assertThat(FrameBuffers.codecOf(new QuorumLock()))
                    .isInstanceOf(new QuorumLock().codec().getClass());
        }
    }

    @Nested
    class Timers {
        @Test
        void theTimersOfTheOverlayAreNoneOfALockOfTheSameName() {
            LockNode<Errands.Note> first = new LockNode<>(ring.errands, OverlayNodes.start(1, 6, Ring.USUAL));
            ring.nodes.set(0, first);
            ring.turn(1, node -> OverlayPart.of(node).begin());
            assertThat(ring.news).containsExactly("n1 starts OVERLAY_ROUND of overlay");
            ring.turn(1, node -> node.acquire(exclusive("overlay", 1)));
            ring.news.clear();
            ring.turn(1, node -> node.timerFired(LockName.of("overlay"), UpkeepTimer.OVERLAY_ROUND));
            assertThat(ring.news).containsExactly("n1 starts OVERLAY_ROUND of overlay");
        }
    }

    @Nested
    class Starts {
        private final Placement placement = Placement.asNumbered(new Majority(1));

        @Test
        void aProtocolThatNeedsAnOverlayIsNotStartedWithout() {
            assertThatThrownBy(() -> new LockNode<>(new Errands(), NodeStart.first(NodeId.of(0), placement)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("errands")
                    .hasMessageContaining("started without");
        }

        @Test
        void aProtocolThatNeedsNoneIsNotStartedWithOne() {
            Handle self = Handle.of(NodeId.of(0));
            NodeStart start = NodeStart.first(NodeId.of(0), placement)
                    .withPart(new OverlayStart(new FixedRoster(List.of(self), 0), self));
            assertThatThrownBy(() -> new LockNode<>(new QuorumLock(), start))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("leave it out");
        }

        @Test
        void aNodeWithoutAnOverlayCannotJoinOne() {
            LockNode<?> node = new LockNode<>(new QuorumLock(), NodeStart.first(NodeId.of(0), placement));
            assertThatThrownBy(() -> OverlayPart.of(node)).hasMessageContaining("start it with one");
        }
    }

    @Test
    void aCopyIsEqualAndGoesItsOwnWay() {
        acquire(4);
        LockNode<Errands.Note> node = ring.node(4);
        LockNode<Errands.Note> copy = node.copy();
        String before = describe(node);
        assertThat(describe(copy)).isEqualTo(before);
        ring.nodes.set(3, copy);
        ring.turn(4, each -> each.peerSuspected(NodeId.of(2)));
        assertThat(describe(copy)).isNotEqualTo(before).contains("gone=n3");
        assertThat(describe(node)).isEqualTo(before);
        assertThat(OverlayPart.of(node).overlay().neighbours())
                .hasSize(2)
                .isNotEqualTo(OverlayPart.of(copy).overlay().neighbours());
    }

    static String describe(LockNode<?> node) {
        StateText text = new StateText();
        node.describeTo(text);
        return text.toString();
    }
}
