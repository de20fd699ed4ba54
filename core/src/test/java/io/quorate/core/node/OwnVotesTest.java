package io.quorate.core.node;

import static io.quorate.core.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.overlay.Handle;
import io.quorate.core.overlay.OverlayTimer;
import io.quorate.core.overlay.ring.Ring;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.protocol.NodeStart;
import io.quorate.core.protocol.OverlayStart;
import io.quorate.core.protocol.TimerName;
import io.quorate.core.protocol.dht.DhtMessage;
import io.quorate.core.protocol.dht.sigma.Sigma;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.Placement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** V6: a node counts on its own votes only while it hears those next to it, for replicas leave nodes that fall silent. */
final class OwnVotesTest {
    private static final long TRUST = OverlayNodes.TERMS.trustNanos();
    private static final long LEASE = OverlayNodes.TERMS.memoryNanos();

    private final List<LockNode<DhtMessage>> nodes = new ArrayList<>();
    private final ArrayDeque<TimedNodes.Packet> network = new ArrayDeque<>();
    private final List<String> news = new ArrayList<>();

    /** The node to which the only replica of the lock belongs, and another. */
    private int owner;

    private long now;

    OwnVotesTest() {
        for (int index = 0; index < 2; index++) {
            NodeId self = NodeId.of(index);
            NodeStart start = NodeStart.first(self, Placement.asNumbered(new Majority(1)))
                    .withLease(OverlayNodes.TERMS)
                    .withOverlay(new OverlayStart(Ring.USUAL, Handle.of(self)));
            nodes.add(new LockNode<>(new Sigma(), start));
        }
        turn(0, LockNode::beginOverlay);
        turn(1, node -> node.joinOverlay(List.of(Handle.of(NodeId.of(0)))));
        deliverAll();
        owner = nodes.get(0).overlay().owns(OverlayNodes.REPLICA) ? 0 : 1;
        while (now < 2 * LEASE) { // the second has joined, so it waits
            now += TRUST / 2;
            aRoundGoesBy();
        }
        turn(owner, node -> node.acquire(exclusive("L", 1)));
        assertThat(news).containsExactly("granted");
    }

    private void turn(int index, Consumer<LockNode<DhtMessage>> what) {
        LockNode<DhtMessage> node = nodes.get(index);
        node.beginTurn(now, 0);
        what.accept(node);
        node.endTurn(new Effects(node.self()));
    }

    private void deliverAll() {
        while (!network.isEmpty()) {
            TimedNodes.Packet packet = network.remove();
            turn(packet.to.index(), node -> node.receive(packet.from, packet.bytes, 0, packet.bytes.length));
        }
    }

    private void aRoundGoesBy() {
        for (int index = 0; index < nodes.size(); index++) {
            turn(index, node -> node.timerFired(Upkeep.LOCK, UpkeepTimer.of(OverlayTimer.ROUND)));
        }
        deliverAll();
    }

    @Test
    void aHoldByOwnVotesLastsAsLongAsNeighboursAreHeard() {
        for (int round = 0; round < 10; round++) {
            now += TRUST - 1;
            aRoundGoesBy();
        }
        assertThat(news).containsExactly("granted");
        assertThat(nodes.get(owner).isVoting()).isTrue();
    }

    @Test
    void aNodeThatStoodStillHasLostWhatItHeldByItsOwnVotesBeforeItDoesAnything() {
        now += TRUST;
        turn(owner, node -> {});
        assertThat(news).containsExactly("granted", "lost " + LossReason.QUORUM_LOST);
        assertThat(nodes.get(owner).isVoting()).isFalse();
    }

    @Test
    void itsHoldWasKnownToBeValidJustUntilThen() {
        LockName lock = LockName.of("L");
        assertThat(nodes.get(owner).find(lock))
                .satisfies(slot -> assertThat(slot.validUntil()).isEqualTo(now + TRUST));
    }

    @Test
    void whenItHearsThemAgainItWaitsForTwoLeases() {
        now += TRUST;
        turn(owner, node -> {});
        aRoundGoesBy();
        long heard = now;
        while (now < heard + 2 * LEASE - TRUST / 2) {
            assertThat(nodes.get(owner).isVoting()).isFalse();
            now += TRUST / 2;
            aRoundGoesBy();
        }
        now = heard + 2 * LEASE;
        aRoundGoesBy();
        assertThat(nodes.get(owner).isVoting()).isTrue();
    }

    private final class Effects implements NodeEffects {
        private final NodeId self;

        Effects(NodeId self) {
            this.self = self;
        }

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {}

        @Override
        public void stopTimer(LockName lock, TimerName timer) {}

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            network.add(new TimedNodes.Packet(self, to, Arrays.copyOf(frame, length), now));
        }

        @Override
        public void granted(Claim claim, long fence) {
            news.add("granted");
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            news.add("lost " + reason);
        }
    }
}
