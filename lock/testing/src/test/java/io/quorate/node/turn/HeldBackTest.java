// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.HeldBack;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.ManualClock;
import io.quorate.node.RosterAvailability;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.LocalClaim.State;
import io.quorate.node.watch.Supervisor;
import io.quorate.testing.InMemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** K1, turn by turn: nothing leaves a node while its clock is above the ceiling that is on its disk. */
@Tag("threads")
class HeldBackTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final NodeId PEER = NodeId.of(1);
    private static final NodeId OTHER = NodeId.of(2);
    private static final LeaseTerms LEASE = LeaseTerms.of(Duration.ofSeconds(1));

    private final ManualClock clock = new ManualClock();
    private final List<Long> asked = new ArrayList<>();
    private final List<byte[]> sent = new ArrayList<>();
    private final List<LocalClaim> lost = new ArrayList<>();
    private long lastId;

    private NodeState state(int size) {
        Placement placement = Placement.byName(new Majority(size));
        NodeStart start = NodeStart.first(SELF, placement)
                .withIncarnation(1)
                .withLease(LEASE)
                .withCeiling(100);
        NodeState state = new NodeState(
                new LockNode<>(new QuorumLock(), start),
                new Recorder(),
                new NodeTime(clock, LEASE),
                100,
                asked::add,
                new RosterAvailability(Membership.of(InMemoryCluster.roster(size)), SELF, placement),
                Duration.ofSeconds(1),
                new Supervisor("n", Duration.ZERO, () -> true),
                (claim, reason) -> lost.add(claim));
        turn(state, () -> {
            for (int index = 1; index < size; index++) {
                state.peerRestored(NodeId.of(index));
            }
        });
        return state;
    }

    private final class Recorder implements Transport {
        @Override
        public void open(Receiver receiver) {}

        @Override
        public boolean offer(NodeId to, byte[] frame, int length) {
            sent.add(Arrays.copyOf(frame, length));
            return true;
        }

        @Override
        public TransportCounters counters() {
            return new TransportMeter().counters();
        }

        @Override
        public void close() {}
    }

    private static void turn(NodeState state, Runnable input) {
        state.beginTurn();
        input.run();
        state.endTurn();
    }

    private LocalClaim acquire(NodeState state, String lock, AcquireTimeout timeout) {
        LocalClaim claim = new LocalClaim(state, LockName.of(lock), Mode.EXCLUSIVE, ++lastId, timeout, null);
        turn(state, () -> state.acquire(claim));
        return claim;
    }

    private List<String> locksSent() {
        List<String> locks = new ArrayList<>();
        for (byte[] frame : sent) {
            LockNode.read(new QuorumLock(), frame)
                    .entries()
                    .forEach(entry -> locks.add(entry.lock().toString()));
        }
        return locks;
    }

    @Test
    void framesLeaveInOrderOnceTheCeilingIsDurable() {
        NodeState state = state(2);
        acquire(state, "first", AcquireTimeout.ENDLESS);
        acquire(state, "second", AcquireTimeout.ENDLESS);
        assertThat(sent).isEmpty();
        assertThat(asked).hasSize(1);
        turn(state, () -> state.ceilingIsDurable(asked.get(0)));
        assertThat(locksSent()).containsExactly("first", "second");
        acquire(state, "third", AcquireTimeout.ENDLESS);
        assertThat(locksSent()).containsExactly("first", "second", "third");
    }

    @Test
    void aLinkResetForgetsWhatWasHeldBackAndSaysItAgain() {
        NodeState state = state(2);
        acquire(state, "first", AcquireTimeout.ENDLESS);
        turn(state, () -> state.linkReset(PEER));
        turn(state, () -> state.ceilingIsDurable(asked.get(0)));
        assertThat(sent).hasSize(1);
        assertThat(locksSent()).containsExactly("first");
    }

    @Test
    void whereANodeDecidesAloneItsFenceWaitsForTheDisk() {
        NodeState state = state(1);
        clock.advance(Duration.ofSeconds(2));
        turn(state, () -> {});
        LocalClaim claim = acquire(state, "x", AcquireTimeout.ENDLESS);
        assertThat(claim.state()).isEqualTo(State.WAITING);
        turn(state, () -> state.ceilingIsDurable(asked.get(0)));
        assertThat(claim.state()).isEqualTo(State.HELD);
        assertThat(claim.fence).isPositive();
    }

    @Test
    void aHoldThatWaitsForTheDiskTimesOutAndIsFree() {
        NodeState state = state(1);
        clock.advance(Duration.ofSeconds(2));
        turn(state, () -> {});
        LocalClaim claim = acquire(state, "x", AcquireTimeout.of(Duration.ofMillis(10)));
        clock.advance(Duration.ofMillis(20));
        turn(state, () -> {});
        assertThat(claim.state()).isEqualTo(State.TIMED_OUT);
        LocalClaim next = acquire(state, "x", AcquireTimeout.ENDLESS);
        turn(state, () -> state.ceilingIsDurable(asked.get(0)));
        assertThat(claim.state()).isEqualTo(State.TIMED_OUT);
        assertThat(next.state()).isEqualTo(State.HELD);
        assertThat(lost).isEmpty();
    }

    @Test
    void whatIsTooMuchIsDroppedAndThatLinkIsReset() {
        HeldBack held = new HeldBack(0);
        byte[] frame = new byte[1 << 20];
        held.addFrame(1, OTHER, frame, 1);
        for (long bytes = 0; bytes <= HeldBack.BYTES_MAX; bytes += frame.length) {
            held.addFrame(2, PEER, frame, frame.length);
        }
        held.addFrame(3, PEER, frame, 1);
        held.addFrame(3, OTHER, frame, 2);
        List<String> spoken = new ArrayList<>();
        NodeSet reset = held.durable(3, (to, bytes, length) -> {
            if (to.equals(OTHER)) {
                spoken.add(to + " " + length);
            } else {
                assertThat(length).as("nothing after a gap").isEqualTo(frame.length);
            }
        });
        assertThat(spoken).containsExactly("n3 1", "n3 2");
        assertThat(reset).isEqualTo(NodeSet.EMPTY.with(PEER));
        assertThat(held.holds(3)).isFalse();
    }
}
