// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What docs/understand/guarantees.md says is NOT promised really goes wrong. When one of these tests fails, a limit was lifted: turn
 * the test round, and tell so on that page and under "Guarantees" in the changelog.
 */
final class KnownLimitsTest {
    private static final int NODES = 3;
    private static final LockName LOCK = LockName.of("L");

    private final Map<Integer, LockNode<QuorumLockMessage>> running = new TreeMap<>();
    private final int[] starts = new int[NODES + 1];
    private final boolean[] holds = new boolean[NODES + 1];
    private final Deque<Packet> network = new ArrayDeque<>();
    private final boolean[] cut = new boolean[NODES + 1];

    KnownLimitsTest() {
        for (int number = 1; number <= NODES; number++) {
            startAlone(number, true);
            connectToAll(number);
        }
    }

    private static final class Packet {
        final int from;
        final int to;
        final byte[] frame;

        Packet(int from, int to, byte[] frame) {
            this.from = from;
            this.to = to;
            this.frame = frame;
        }
    }

    private record Wish(long id) implements Claim {
        @Override
        public LockName lock() {
            return LOCK;
        }

        @Override
        public Mode mode() {
            return Mode.EXCLUSIVE;
        }
    }

    @Test
    void aVoterThatHasForgottenItsVotesGrantsNothingUntilTheyHaveRunOut() {
        acquire(1);
        cutOff(1);
        crash(2);
        startAlone(2, false);
        connect(2, 3);
        acquire(2);
        assertThat(holds[1]).isTrue();
        assertThat(holds[2]).isFalse();
    }

    @Test
    void aClockBeyondTheDriftLetsASecondHolderIn() {
        acquire(1);
        cutOff(1);
        acquire(2);
        assertThat(holds[2]).as("while n2 remembers the hold of n1").isFalse();
        node(2).expire(NodeId.of(0), 0); // n2's clock says that n1 has stopped trusting; that of n1 has stood still
        settle(2);
        assertThat(holds[1] && holds[2]).as("two holders; their fences differ").isTrue();
    }

    private void acquire(int number) {
        node(number).acquire(wishOf(number));
        settle(number);
    }

    private Wish wishOf(int number) {
        return new Wish(number);
    }

    /** The node lives, but nothing reaches it and nothing comes from it. */
    private void cutOff(int number) {
        cut[number] = true;
        beSuspected(number);
    }

    /** The process ends, and takes along what it knew; the others suspect it. */
    private void crash(int number) {
        running.remove(number);
        beSuspected(number);
    }

    private void beSuspected(int number) {
        for (int other : others(number)) {
            node(other).peerSuspected(NodeId.of(number - 1));
            settle(other);
        }
    }

    private void connectToAll(int number) {
        for (int other : others(number)) {
            connect(number, other);
        }
    }

    private List<Integer> others(int number) {
        return running.keySet().stream().filter(other -> other != number).toList();
    }

    /** The process starts, in a new incarnation that knows nothing and has no links yet. */
    private void startAlone(int number, boolean votesAtOnce) {
        long incarnation = starts[number]++;
        NodeStart start = NodeStart.first(NodeId.of(number - 1), Placement.asNumbered(new Majority(NODES)))
                .withIncarnation(incarnation)
                .withVotesAtOnce(votesAtOnce);
        running.put(number, new LockNode<>(new QuorumLock(), start));
    }

    private void connect(int one, int other) {
        node(other).linkReset(NodeId.of(one - 1));
        node(other).peerRestored(NodeId.of(one - 1));
        settle(other);
        node(one).linkReset(NodeId.of(other - 1));
        settle(one);
    }

    private LockNode<QuorumLockMessage> node(int number) {
        LockNode<QuorumLockMessage> node = running.get(number);
        assertThat(node).as("n%s runs", number).isNotNull();
        return node;
    }

    /** Ends the node's turn and lets every frame arrive, until nothing is under way. */
    private void settle(int number) {
        endTurn(number);
        for (Packet packet = network.poll(); packet != null; packet = network.poll()) {
            LockNode<QuorumLockMessage> target = running.get(packet.to);
            if (target != null && !cut[packet.from] && !cut[packet.to]) {
                target.receive(NodeId.of(packet.from - 1), packet.frame, 0, packet.frame.length);
                endTurn(packet.to);
            }
        }
    }

    private void endTurn(int number) {
        node(number).endTurn(new NodeEffects() {
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
                network.add(new Packet(number, to.index() + 1, Arrays.copyOf(frame, length)));
            }

            @Override
            public void granted(Claim claim, long fence) {
                holds[number] = true;
            }

            @Override
            public void lost(Claim claim, LossReason reason) {
                throw new AssertionError("nobody has noticed anything");
            }
        });
    }
}
