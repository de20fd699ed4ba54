// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.session.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules B and W in runs that the checker does not reach: several locks, several claims of one node, and clocks. */
class StopsAndQuestionsTest {
    private static final long MS = 1_000_000;

    /** Wants the lock now or not at all. */
    private record Now(LockName lock, Mode mode, long id) implements Claim {
        static Now of(String lock, long id) {
            return new Now(LockName.of(lock), Mode.EXCLUSIVE, id);
        }

        @Override
        public boolean isNow() {
            return true;
        }
    }

    /** Majorities of three, a lease of a second; node 1 asks 1 and 2, node 2 asks 2 and 3, node 3 asks 3 and 1. */
    private static TimedNodes three() {
        Placement placement = Placement.asNumbered(new Majority(3));
        LeaseTerms lease = LeaseTerms.of(Duration.ofSeconds(1));
        List<NodeStart> starts = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            starts.add(NodeStart.first(NodeId.of(index), placement).withLease(lease));
        }
        return new TimedNodes(starts, MS / 10);
    }

    /** Found by a storm: the question stayed in the outbox, and the voter of the next lock gave the vote of a hold away. */
    @Test
    void b1_aQuestionToTheNodeItselfReachesNoOtherLock() {
        TimedNodes nodes = three();
        nodes.turn(3, node -> node.acquire(exclusive("L", 30)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.acquire(exclusive("M", 10)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.acquire(exclusive("L", 11)));
        nodes.runUntil(nodes.now + MS);
        assertThat(nodes.takeNews()).contains("n3 granted 30", "n1 granted 10").doesNotContain("n1 granted 11");
        nodes.turn(1, node -> node.acquire(Now.of("L", 12)));
        nodes.turn(3, node -> node.acquire(exclusive("M", 31)));
        nodes.runUntil(nodes.now + 5 * MS);
        assertThat(nodes.takeNews()).contains("n1 busy 12 n3").doesNotContain("n3 granted 31");
    }

    /** Found by a storm: the answer to the first question refused a claim that came after the release. */
    @Test
    void b3_aClaimThatAskedLaterIsNotRefusedByTheAnswerToAnEarlierQuestion() {
        TimedNodes nodes = three();
        nodes.turn(2, node -> node.acquire(exclusive("L", 20)));
        nodes.runUntil(nodes.now + MS);
        long asked = nodes.now;
        nodes.turn(1, node -> node.acquire(Now.of("L", 1)));
        nodes.runUntil(asked + 15 * MS / 100); // the question was read, and Busy is under way
        nodes.turn(2, node -> node.release(exclusive("L", 20)));
        nodes.runUntil(asked + 17 * MS / 100);
        nodes.turn(1, node -> node.acquire(Now.of("L", 2)));
        nodes.runUntil(asked + 5 * MS);
        assertThat(nodes.takeNews())
                .contains("n1 busy 1 n2", "n1 granted 2")
                .noneMatch(news -> news.startsWith("n1 busy 2"));
    }

    /** Found by an attack: a holder left a voter by the old vote of one that it no longer heard. */
    @Test
    void w2_leavingAVoterThatStopsDoesNotShortenAHold() {
        TimedNodes nodes = three();
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.peerRestored(NodeId.of(1)));
        nodes.runUntil(nodes.now + MS);
        nodes.dead.add(NodeId.of(2)); // its vote is there, and is not confirmed any more
        nodes.runUntil(nodes.now + 700 * MS);
        long told = validUntil(nodes);
        nodes.turn(2, LockNode::beginToStop);
        nodes.runUntil(nodes.now + 5 * MS);
        assertThat(validUntil(nodes)).isGreaterThanOrEqualTo(told);
        assertThat(nodes.nodes.get(1).hasStopped()).as("a hold rests on it").isFalse();
    }

    @Test
    void w3_aVoterThatStopsIsLeftWithinARoundTripIfOthersVote() {
        TimedNodes nodes = three();
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 200 * MS);
        nodes.turn(2, LockNode::beginToStop);
        nodes.runUntil(nodes.now + 5 * MS);
        assertThat(nodes.nodes.get(1).hasStopped()).isTrue();
        assertThat(nodes.nodes.get(1).mayCallItClean()).isTrue();
        assertThat(nodes.takeNews()).noneMatch(news -> news.startsWith("n1 lost"));
    }

    @Test
    void w2_thatAVoterWasLeftIsSaidAgainIfALinkResetLosesIt() {
        TimedNodes nodes = three();
        NodeId owner = NodeId.of(0);
        NodeId voter = NodeId.of(1);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 200 * MS);
        long begun = nodes.now;
        nodes.turn(2, LockNode::beginToStop);
        nodes.runUntil(begun + 35 * MS / 100); // the third voter has granted, so the owner has left
        assertThat(nodes.network.removeIf(packet -> packet.from.equals(owner) && packet.to.equals(voter)))
                .isTrue();
        nodes.turn(1, node -> node.linkReset(voter));
        nodes.turn(2, node -> node.linkReset(owner));
        nodes.runUntil(begun + 5 * MS);
        assertThat(nodes.nodes.get(1).hasStopped()).isTrue();
        assertThat(nodes.nodes.get(1).mayCallItClean()).isTrue();
        assertThat(nodes.takeNews()).noneMatch(news -> news.startsWith("n1 lost"));
    }

    /** The owner notices the link reset and hears the voter in one turn, in which it has begun a frame to the voter already. */
    @Test
    void w2_thatAVoterWasLeftIsSaidAgainAlsoInTheTurnOfTheLinkReset() {
        TimedNodes nodes = three();
        NodeId owner = NodeId.of(0);
        NodeId voter = NodeId.of(1);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 200 * MS);
        long begun = nodes.now;
        nodes.turn(2, LockNode::beginToStop);
        nodes.runUntil(begun + 35 * MS / 100);
        assertThat(nodes.network.removeIf(packet -> packet.from.equals(owner) && packet.to.equals(voter)))
                .isTrue();
        nodes.network.removeIf(packet -> packet.from.equals(voter) && packet.to.equals(owner));
        nodes.turn(2, node -> node.linkReset(owner));
        TimedNodes.Packet again = nodes.network.stream()
                .filter(packet -> packet.from.equals(voter) && packet.to.equals(owner))
                .findFirst()
                .orElseThrow();
        nodes.network.remove(again);
        nodes.turn(1, node -> {
            node.linkReset(voter);
            node.receive(voter, again.bytes, 0, again.bytes.length);
        });
        nodes.runUntil(begun + 5 * MS);
        assertThat(nodes.nodes.get(1).hasStopped()).isTrue();
        assertThat(nodes.nodes.get(1).mayCallItClean()).isTrue();
        assertThat(nodes.takeNews()).noneMatch(news -> news.startsWith("n1 lost"));
    }

    private static long validUntil(TimedNodes nodes) {
        return nodes.nodes.get(0).find(LockName.of("L")).validUntil();
    }
}
