// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.node.LockNode;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.FrameWriter;
import io.quorate.overlay.OverlayTimer;
import io.quorate.overlay.fixed.FixedRoster;
import io.quorate.overlay.ring.Ring;
import java.util.List;
import org.junit.jupiter.api.Test;

/** V3 and V5: what has just come to belong to a node, or may not belong to it, it does not grant. */
final class OverlayRulesTest {
    private static final long LEASE = OverlayNodes.TERMS.memoryNanos();

    private final OverlayNodes ring = OverlayNodes.inARing(6);

    private static NodeStart timed(int number, int of) {
        return OverlayNodes.start(number, of, new FixedRoster(OverlayNodes.handles(of), 1))
                .withLease(OverlayNodes.TERMS);
    }

    private void replace(int number, NodeStart start) {
        ring.nodes.set(number - 1, new LockNode<>(ring.errands, start));
    }

    @Test
    void thoseThatBeginTogetherGrantAtOnce() {
        ring.turn(1, node -> OverlayPart.of(node).begin());
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void whoeverTakesOverFromADirectNeighbourGrantsNothingForTwoLeases() {
        replace(1, timed(1, 6));
        ring.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        assertThat(ring.node(1).isVoting()).isFalse();
        ring.now = 2 * LEASE - 1;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isFalse();
        assertThat(ring.node(1).wake()).isEqualTo(2 * LEASE);
        ring.now++;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void aNodeFartherAwayTakesNothingOver() {
        ring.turn(1, node -> node.peerSuspected(NodeId.of(2)));
        ring.turn(1, node -> node.peerSuspected(NodeId.of(3)));
        assertThat(ring.node(1).isVoting()).isTrue();
        ring.turn(1, node -> node.peerSuspected(NodeId.of(5)));
        assertThat(ring.node(1).isVoting()).isFalse();
    }

    @Test
    void whoeverGivesAwayGrantsOn() {
        ring.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        ring.turn(1, LockNode::beginVoting);
        ring.turn(1, node -> node.peerRestored(NodeId.of(1)));
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void whoeverStartsAgainGrantsNothingForTwoLeases() {
        replace(1, timed(1, 6).again(1, 0));
        ring.turn(1, node -> OverlayPart.of(node).begin());
        ring.now = LEASE;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isFalse();
        ring.now = 2 * LEASE;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void whoeverJoinsGrantsNothingForTwoLeasesFromThenOn() {
        replace(1, OverlayNodes.start(1, 6, Ring.USUAL).withLease(OverlayNodes.TERMS));
        replace(2, OverlayNodes.start(2, 6, Ring.USUAL).withLease(OverlayNodes.TERMS));
        ring.turn(1, node -> OverlayPart.of(node).begin());
        ring.turn(2, node -> OverlayPart.of(node).join(List.of(OverlayNodes.handle(1, 6))));
        assertThat(OverlayPart.of(ring.node(2)).overlay().isJoined()).isFalse();
        ring.deliverAll();
        assertThat(OverlayPart.of(ring.node(2)).overlay().isJoined()).isTrue();
        assertThat(ring.node(2).isVoting()).isFalse();
        assertThat(ring.node(1).isVoting()).isTrue();
        for (int half = 1; half <= 4; half++) {
            assertThat(ring.node(2).isVoting()).isFalse();
            ring.now = half * LEASE / 2;
            ring.turn(1, node -> node.timerFired(Upkeep.LOCK, UpkeepTimer.of(OverlayTimer.ROUND)));
            ring.deliverAll();
        }
        assertThat(ring.node(2).isVoting()).isTrue();
    }

    @Test
    void whoeverHasLostAllOthersGrantsNothingUntilItHasMetOneAgainForTwoLeases() {
        replace(1, timed(1, 2));
        ring.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        ring.now = 100 * LEASE;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isFalse();
        assertThat(RoutingNodesTest.describe(ring.node(1))).contains("lonely");
        LockNode<?> copy = ring.node(1).copy();
        assertThat(RoutingNodesTest.describe(copy)).isEqualTo(RoutingNodesTest.describe(ring.node(1)));

        ring.turn(1, node -> node.peerRestored(NodeId.of(1)));
        assertThat(RoutingNodesTest.describe(ring.node(1))).doesNotContain("lonely");
        ring.now += 2 * LEASE - 1;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isFalse();
        ring.now++;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void whoeverHasLostAllOthersDoesNotConfirmWhatItHasGranted() {
        openSession(3, 1);
        assertThat(RoutingNodesTest.describe(ring.node(1))).doesNotContain("owner=n3'0#1-");
        for (int other = 2; other <= 6; other++) {
            NodeId lost = NodeId.of(other - 1);
            ring.turn(1, node -> node.peerSuspected(lost));
        }
        assertThat(RoutingNodesTest.describe(ring.node(1))).contains("lonely").contains("owner=n3'0#1-");
    }

    @Test
    void withoutV5ANodeThatHasLostAllOthersGrantsAfterTwoLeases() {
        ring.errands.leftOut = PlaceRule.V5_NOT_ALONE;
        replace(1, timed(1, 2));
        ring.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        assertThat(ring.node(1).isVoting()).isFalse();
        ring.now = 2 * LEASE;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void whoeverLeavesAndJoinsAgainInTheSameStartGrantsNothingForTwoLeases() {
        replace(1, timed(1, 6));
        ring.turn(1, LockNode::leavePart);
        ring.now = 5 * LEASE;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isFalse();
        ring.turn(1, node -> OverlayPart.of(node).join(List.of(OverlayNodes.handle(2, 6))));
        ring.now += 2 * LEASE - 1;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isFalse();
        ring.now++;
        ring.turn(1, node -> {});
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void aNodeThatWasAlwaysAloneGrants() {
        replace(1, timed(1, 1));
        ring.turn(1, node -> OverlayPart.of(node).begin());
        assertThat(ring.node(1).isVoting()).isTrue();
    }

    @Test
    void whoeverLeavesGrantsNothingAndOwnsNothing() {
        ring.turn(1, node -> node.acquire(exclusive("L", 1)));
        ring.errands.takeLog();
        ring.turn(1, LockNode::leavePart);
        assertThat(ring.node(1).isVoting()).isFalse();
        assertThat(ring.errands.takeLog()).containsExactly("n1 does not own");
    }

    @Test
    void locksAreToldWhenWhatBelongsToTheNodeMayHaveChanged() {
        ring.turn(2, node -> node.acquire(exclusive("L", 1)));
        ring.errands.takeLog();
        ring.turn(2, node -> node.peerSuspected(NodeId.of(0)));
        assertThat(ring.errands.takeLog()).containsExactly("n2 owns");
        ring.turn(2, node -> node.peerRestored(NodeId.of(0)));
        assertThat(ring.errands.takeLog()).containsExactly("n2 does not own");
    }

    @Test
    void everybodyWithASessionHearsThatTheNodeGrantsNothing() {
        openSession(3, 1);
        ring.network.clear();
        ring.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        assertThat(ring.network).hasSize(1);
        assertThat(ring.network.element().to).isEqualTo(NodeId.of(2));
        assertThat(LockNode.read(ring.errands, ring.network.element().bytes).header())
                .hasToString("not voting");
    }

    /** Makes a node count on another, as the machine of a real protocol would. */
    private void openSession(int requester, int voter) {
        FrameWriter writer = new FrameWriter();
        writer.begin(new SessionHeader());
        writer.add(Errands.L, new Errands.Note("ask directly"), FrameBuffers.codecOf(ring.errands));
        byte[] bytes = writer.finish(1).toByteArray();
        ring.turn(requester, node -> node.receive(NodeId.of(voter - 1), bytes, 0, bytes.length));
        ring.turn(requester, node -> node.greet(NodeId.of(voter - 1)));
        ring.deliverAll();
    }
}
