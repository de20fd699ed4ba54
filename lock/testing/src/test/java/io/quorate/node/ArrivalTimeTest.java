// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.admin.LockView;
import io.quorate.node.net.Membership;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.turn.NodeState;
import io.quorate.node.watch.Supervisor;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A voter remembers a requester for a lease from when it reads the frame, whenever the turn began that reads it. */
@Tag("threads")
class ArrivalTimeTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final NodeId PEER = NodeId.of(1);
    private static final LockName X = LockName.of("x");
    private static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(5));
    private static final Duration MEMORY = Duration.ofNanos(TERMS.memoryNanos());

    private final Placement placement = Placement.byName(new Majority(2));
    private final NodeNames names = new NodeNames(Membership.of(InMemoryCluster.roster(2)));
    private final ManualClock clock = new ManualClock();
    private final LockNode<QuorumLockMessage> machine = node(SELF);
    private final NodeState voter = new NodeState(
            machine,
            new InMemoryNetwork(2).transport(SELF),
            new NodeTime(clock, TERMS),
            Long.MAX_VALUE,
            ceiling -> {},
            new RosterAvailability(Membership.of(InMemoryCluster.roster(2)), SELF, placement),
            Duration.ofSeconds(1),
            new Supervisor("n", Duration.ZERO, () -> true),
            (claim, reason) -> {});

    private LockNode<QuorumLockMessage> node(NodeId self) {
        return new LockNode<>(
                new QuorumLock(),
                NodeStart.first(self, placement).withIncarnation(1).withLease(TERMS));
    }

    @Test
    void aFrameThatIsYoungerThanTheTurnCountsFromWhenItIsRead() {
        voter.beginTurn();
        Duration pause = Duration.ofSeconds(3);
        clock.advance(pause); // the thread of the turn is stopped, and meanwhile the request is sent
        byte[] request = FirstRequest.of(node(PEER), X, clock.now());
        voter.receive(PEER, request, 0, request.length, null);
        voter.endTurn();
        assertThat(votes()).hasSize(1);
        clock.advance(MEMORY.minusMillis(1));
        turn();
        assertThat(votes()).as("the peer may still count on it").hasSize(1);
        clock.advance(Duration.ofMillis(1));
        turn();
        assertThat(votes()).isEmpty();
    }

    private List<LockView.Vote> votes() {
        LockSlot<QuorumLockMessage> slot = machine.find(X);
        return slot == null
                ? List.of()
                : LockView.of(slot, names, clock.now(), 1).votes();
    }

    private void turn() {
        voter.beginTurn();
        voter.endTurn();
    }
}
