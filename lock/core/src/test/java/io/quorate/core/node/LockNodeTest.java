// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.StateText;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LamportClock;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.MalformedFrameException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole nodes that talk in frames. */
class LockNodeTest {
    private static final class Packet {
        final NodeId from;
        final NodeId to;
        final byte[] bytes;

        Packet(NodeId from, NodeId to, byte[] bytes) {
            this.from = from;
            this.to = to;
            this.bytes = bytes;
        }
    }

    private final List<LockNode<QuorumLockMessage>> nodes = new ArrayList<>();
    private final Deque<Packet> network = new ArrayDeque<>();
    private final List<Long> granted = new ArrayList<>();

    @BeforeEach
    void threeNodes() {
        for (int index = 0; index < 3; index++) {
            nodes.add(new LockNode<>(new QuorumLock(), NodeId.of(index), 0, Placement.asNumbered(new Majority(3))));
        }
    }

    private LockNode<QuorumLockMessage> node(int number) {
        return nodes.get(number - 1);
    }

    private void endTurn(LockNode<QuorumLockMessage> node) {
        node.endTurn(new NodeEffects() {
            @Override
            public void keepCeiling(long ceiling) {
                throw new AssertionError("these nodes keep none");
            }

            @Override
            public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
                throw new AssertionError("nothing stands here");
            }

            @Override
            public void stopTimer(LockName lock, TimerName timer) {
                throw new AssertionError("nothing stands here");
            }

            @Override
            public void send(NodeId to, byte[] frame, int length) {
                network.add(new Packet(node.self(), to, Arrays.copyOf(frame, length)));
            }

            @Override
            public void granted(Claim claim, long fence) {
                granted.add(claim.id());
            }

            @Override
            public void lost(Claim claim, LossReason reason) {
                throw new AssertionError("nothing is lost here");
            }
        });
    }

    private int deliverAll() {
        int delivered = 0;
        for (Packet packet = network.poll(); packet != null; packet = network.poll()) {
            deliver(packet);
            delivered++;
        }
        return delivered;
    }

    private void deliver(Packet packet) {
        LockNode<QuorumLockMessage> target = nodes.get(packet.to.index());
        target.receive(packet.from, packet.bytes, 0, packet.bytes.length);
        endTurn(target);
    }

    @Test
    void oneAcquireAloneCostsThreeMessagesAPeerAndLeavesNothing() {
        node(1).acquire(exclusive("L", 7));
        endTurn(node(1));
        assertThat(granted).as("not before the others have voted").isEmpty();
        assertThat(deliverAll()).isEqualTo(2);
        assertThat(granted).containsExactly(7L);
        assertThat(node(1).release(exclusive("L", 7))).isTrue();
        endTurn(node(1));
        assertThat(deliverAll()).isEqualTo(1);
        assertThat(nodes).allSatisfy(node -> assertThat(node.slots()).isEmpty());
    }

    @Test
    void allThatATurnSaysToOnePeerIsOneFrame() {
        for (int lock = 0; lock < 100; lock++) {
            node(1).acquire(exclusive("lock " + lock, lock));
        }
        endTurn(node(1));
        assertThat(network).hasSize(1);
        assertThat(read(network.element().bytes).entries()).hasSize(100);
        assertThat(deliverAll()).as("and so is the answer").isEqualTo(2);
        assertThat(granted).hasSize(100);
    }

    @Test
    void locksThatComeAndGoAreEachDecidedByTheirOwnVoters() {
        Placement placement = Placement.byName(new Majority(3));
        LockNode<QuorumLockMessage> node = new LockNode<>(new QuorumLock(), NodeId.of(0), 0, placement);
        NodeSet askedInAll = NodeSet.EMPTY;
        for (int lock = 0; lock < 50; lock++) {
            // Each begins and ends before the next, so all of them use the same slot.
            Claim claim = exclusive("lock " + lock, lock);
            node.acquire(claim);
            endTurn(node);
            NodeSet quorum = placement.of(claim.lock()).quorumOf(node.self());
            assertThat(NodeSet.of(node.self(), network.element().to)).isEqualTo(quorum);
            askedInAll = askedInAll.union(quorum);
            node.abandon(claim);
            endTurn(node);
            assertThat(node.slots()).isEmpty();
            network.clear();
        }
        assertThat(askedInAll).isEqualTo(NodeSet.first(3));
    }

    @Test
    void aCopyAsksTheSameVotersForEachLock() {
        Placement placement = Placement.byName(new Tree(7));
        for (int lock = 0; lock < 50; lock++) {
            LockNode<QuorumLockMessage> node = new LockNode<>(new QuorumLock(), NodeId.of(0), 0, placement);
            Claim claim = exclusive("lock " + lock, lock);
            node.acquire(claim);
            endTurn(node);
            NodeId dead = network.element().to;
            network.clear();
            NodeSet instead = placement
                    .of(claim.lock())
                    .quorumAvoiding(node.self(), NodeSet.of(dead))
                    .orElseThrow();
            LockNode<QuorumLockMessage> copy = node.copy();
            copy.peerSuspected(dead);
            endTurn(copy);
            assertThat(network)
                    .isNotEmpty()
                    .allSatisfy(
                            packet -> assertThat(instead.contains(packet.to)).isTrue());
            network.clear();
        }
    }

    @Test
    void aTurnWithMoreThanAFrameHoldsMakesSeveral() {
        String longName = "x".repeat(400);
        for (int lock = 0; lock < 400; lock++) {
            node(1).acquire(exclusive(longName + lock, lock));
        }
        endTurn(node(1));
        assertThat(network.size()).isGreaterThan(2);
        assertThat(network).allSatisfy(packet -> assertThat(packet.bytes.length).isLessThanOrEqualTo(Frame.LENGTH_MAX));
        deliverAll();
        assertThat(granted).hasSize(400);
    }

    @Test
    void whatATurnSaysStaysInOrderOverSeveralFrames() {
        List<String> said = new ArrayList<>();
        for (int lock = 0; lock < 400; lock++) {
            String name =
                    (lock % 2 == 0 ? "x".repeat(400) : "") + lock; // a short one would still fit into the frame before
            said.add(name);
            node(1).acquire(exclusive(name, lock));
        }
        endTurn(node(1));
        List<String> heard = new ArrayList<>();
        network.forEach(packet -> read(packet.bytes)
                .entries()
                .forEach(entry -> heard.add(entry.lock().toString())));
        assertThat(heard).isEqualTo(said);
        assertThat(network).hasSize(2);
    }

    @Test
    void aSuspicionThatMakesANodeAskItselfMayGiveItTheLockAtOnce() {
        List<NodeSet> quorums = List.of(
                NodeSet.ofIndexes(1, 2), NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(0, 2)); // n1 asks not itself
        nodes.clear();
        for (int index = 0; index < 3; index++) {
            nodes.add(new LockNode<>(
                    new QuorumLock(), NodeId.of(index), 0, Placement.asNumbered(new Explicit(3, quorums))));
        }
        NodeId dead = NodeId.of(2);
        node(1).acquire(exclusive("L", 7));
        endTurn(node(1));
        network.removeIf(packet -> packet.to.equals(dead));
        deliverAll();
        assertThat(granted).isEmpty();
        node(1).peerSuspected(dead);
        endTurn(node(1));
        assertThat(granted).containsExactly(7L);
    }

    @Test
    void theClockTravelsWithEveryFrame() {
        node(1).acquire(exclusive("a", 1));
        node(1).acquire(exclusive("b", 2));
        endTurn(node(1));
        deliverAll();
        node(2).acquire(exclusive("c", 3));
        endTurn(node(2));
        assertThat(read(network.element().bytes).entries().get(0).message()).hasToString("Request 3.n2");
    }

    @Test
    void aPeerThatExaggeratesItsClockDoesNotWearOutOurs() {
        FrameWriter writer = new FrameWriter();
        writer.begin(new SessionHeader());
        ByteSink frame = writer.finish(LamportClock.COUNTER_MAX);
        nodes.forEach(node -> node.receive(NodeId.of(0), frame.buffer(), 0, frame.length()));
        for (int number = 1; number <= 3; number++) {
            node(number).acquire(exclusive("lock of " + number, number));
            endTurn(node(number));
            deliverAll(); // so the next one has heard of it too
        }
        assertThat(granted).containsExactly(1L, 2L, 3L);
    }

    /** Hands over the frames under way, each in the same turn as what the receiver wants itself. */
    private void receiveAndAcquire(LockNode<QuorumLockMessage> target, Claim own, boolean wantsFirst) {
        if (wantsFirst) {
            target.acquire(own);
        }
        List<Packet> arriving = List.copyOf(network);
        network.clear();
        arriving.forEach(packet -> target.receive(packet.from, packet.bytes, 0, packet.bytes.length));
        if (!wantsFirst) {
            target.acquire(own);
        }
        endTurn(target);
    }

    @Test
    void aSessionThatOpensInTheMiddleOfATurnStandsInTheFrameWithItsFirstRequest() {
        node(1).acquire(exclusive("L", 1));
        endTurn(node(1));
        node(2).peerSuspected(NodeId.of(2)); // so that it asks n1
        receiveAndAcquire(node(2), exclusive("M", 2), false);
        deliverAll();
        assertThat(granted).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void aSessionHeardOfInTheMiddleOfATurnIsConfirmedInTheFrameWithItsFirstGrant() {
        node(1).acquire(exclusive("L", 1));
        endTurn(node(1));
        node(2).peerSuspected(NodeId.of(2));
        receiveAndAcquire(node(2), exclusive("M", 2), true);
        deliverAll();
        assertThat(granted).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void whatIsGivenBackInTheTurnThatBeganToTrustIsTakenBack() {
        nodes.clear();
        for (int index = 0; index < 3; index++) {
            nodes.add(new LockNode<>(new QuorumLock(), NodeId.of(index), 0, Placement.asNumbered(new All(3))));
        }
        node(2).acquire(exclusive("L", 2));
        endTurn(node(2));
        deliver(takeNext(2, 3));
        node(1).acquire(exclusive("L", 1)); // its stamp goes before
        endTurn(node(1));
        deliver(takeNext(1, 3));
        Packet grant = takeNext(3, 2);
        Packet inquire = takeNext(3, 2);
        node(2).acquire(exclusive("M", 3)); // begins a frame to n3, which has not answered so far
        node(2).receive(grant.from, grant.bytes, 0, grant.bytes.length);
        node(2).receive(inquire.from, inquire.bytes, 0, inquire.bytes.length);
        endTurn(node(2));
        deliverAll();
        assertThat(granted).contains(1L);
    }

    /** The first frame on its way from one to the other. */
    private Packet takeNext(int from, int to) {
        Packet first = network.stream()
                .filter(packet -> packet.from.index() == from - 1 && packet.to.index() == to - 1)
                .findFirst()
                .orElseThrow();
        network.remove(first);
        return first;
    }

    @Test
    void aMalformedFrameChangesNothing() {
        String before = describe(node(2));
        assertThatThrownBy(() -> node(2).receive(NodeId.of(0), new byte[20], 0, 20))
                .isInstanceOf(MalformedFrameException.class);
        assertThat(describe(node(2))).isEqualTo(before);
    }

    @Test
    void aLinkResetNoticedByOneSideBringsTheOtherSideAlong() {
        node(1).acquire(exclusive("L", 1));
        endTurn(node(1));
        deliverAll();
        node(1).release(exclusive("L", 1));
        endTurn(node(1));
        network.clear(); // the Release is lost
        assertThat(node(2).slots()).hasSize(1);
        node(1).linkReset(NodeId.of(1));
        endTurn(node(1));
        deliverAll();
        assertThat(node(2).slots()).isEmpty();
    }

    @Test
    void suspicionsAreKeptAndForgotten() {
        node(1).peerSuspected(NodeId.of(1));
        node(1).acquire(exclusive("L", 1));
        endTurn(node(1));
        assertThat(network).extracting(packet -> packet.to).containsExactly(NodeId.of(2));
        network.clear();
        node(1).peerRestored(NodeId.of(1));
        node(1).acquire(exclusive("M", 2));
        endTurn(node(1));
        assertThat(network).extracting(packet -> packet.to).containsExactly(NodeId.of(1));
    }

    @Test
    void aGuestIsNeverSuspectedForNobodyAsksItForAVote() {
        String before = describe(node(1));
        node(1).peerSuspected(NodeId.of(NodeId.INDEX_MAX));
        assertThat(describe(node(1))).isEqualTo(before);
        node(1).peerRestored(NodeId.of(NodeId.INDEX_MAX));
        assertThat(describe(node(1))).isEqualTo(before);
    }

    @Test
    void aCopyIsEqualAndGoesItsOwnWay() {
        node(1).acquire(exclusive("L", 1));
        endTurn(node(1));
        LockNode<QuorumLockMessage> copy = node(1).copy();
        String before = describe(node(1));
        assertThat(describe(copy)).isEqualTo(before);
        copy.abandon(exclusive("L", 1));
        endTurn(copy);
        assertThat(describe(copy)).isNotEqualTo(before);
        assertThat(describe(node(1))).isEqualTo(before);
    }

    @Test
    void aNodeIsNotCopiedInTheMiddleOfATurn() {
        node(1).acquire(exclusive("L", 1));
        assertThatThrownBy(() -> node(1).copy()).hasMessageContaining("between turns");
    }

    private static Frame<?> read(byte[] bytes) {
        return LockNode.read(new QuorumLock(), bytes);
    }

    private static String describe(LockNode<?> node) {
        StateText text = new StateText();
        node.describeTo(text);
        return text.toString();
    }
}
