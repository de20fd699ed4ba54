// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.session.LeaseTerms;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What storms have taught: in which order trust ends, and whom a doubt must not keep a node from. */
class TrustAndDoubtTest {
    private static final long MS = 1_000_000;

    /** With a lease of a second; n1 votes at once or has started again. */
    private static TimedNodes nodes(int count, boolean firstVotes) {
        Placement placement = Placement.asNumbered(new Majority(count));
        return new TimedNodes(
                IntStream.range(0, count)
                        .mapToObj(index -> NodeStart.first(NodeId.of(index), placement)
                                .withLease(LeaseTerms.of(Duration.ofSeconds(1)))
                                .withVotesAtOnce(index > 0 || firstVotes))
                        .toList(),
                MS);
    }

    private static List<NodeId> receivers(TimedNodes nodes) {
        return nodes.network.stream().map(packet -> packet.to).sorted().toList();
    }

    @Test
    void aVoteOfOnesOwnDoesNotMakeAQuorumWithTrustThatHasRunOut() {
        TimedNodes nodes = nodes(3, false);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(100 * MS);
        assertThat(nodes.takeNews())
                .as("its own vote comes after the restart interval")
                .isEmpty();
        nodes.now = 5_000 * MS; // n1 stands still
        nodes.turn(1, node -> assertThat(node.isVoting()).isTrue());
        assertThat(nodes.takeNews()).isEmpty();
    }

    @Test
    void whoSuspectsTooManyAsksEverybody() {
        TimedNodes nodes = nodes(3, true);
        nodes.turn(1, node -> node.peerSuspected(NodeId.of(1)));
        nodes.turn(1, node -> node.peerSuspected(NodeId.of(2)));
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        assertThat(receivers(nodes)).containsExactly(NodeId.of(1), NodeId.of(2));
    }

    @Test
    void aHolderThatNeedsOthersAsksAllOfThem() {
        TimedNodes nodes = nodes(7, true);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        List<NodeId> asked = receivers(nodes);
        assertThat(asked).hasSize(3);
        nodes.runUntil(10 * MS);
        assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
        nodes.network.clear();
        nodes.turn(1, node -> node.peerSuspected(asked.get(0)));
        assertThat(receivers(nodes)).hasSize(3).doesNotContainAnyElementsOf(asked);
    }

    @Test
    void aHoldOutlivesAMinorityThatDiesAtOnce() {
        TimedNodes nodes = nodes(7, true);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        List<NodeId> asked = receivers(nodes);
        nodes.runUntil(10 * MS);
        nodes.dead.add(asked.get(0));
        nodes.dead.addAll(IntStream.range(1, 7)
                .mapToObj(NodeId::of)
                .filter(node -> !asked.contains(node))
                .limit(2)
                .toList());
        nodes.runUntil(10_000 * MS);
        assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
    }

    @Test
    void aLockThatStoodWhileAVoterWasSuspectedAsksOthersWhenItIsUsedAgain() {
        TimedNodes nodes = standing();
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        NodeId asked = receivers(nodes).get(0);
        nodes.runUntil(10 * MS);
        nodes.turn(1, node -> node.release(exclusive("L", 1)));
        nodes.dead.add(asked);
        nodes.turn(1, node -> node.peerSuspected(asked));
        nodes.turn(1, node -> node.acquire(exclusive("L", 2)));
        nodes.takeNews();
        nodes.runUntil(10_000 * MS);
        assertThat(nodes.takeNews()).as("two of three are there").isEmpty();
    }

    @Test
    void whoHasLostALockKnowsItBeforeAnyFrameLeaves() {
        TimedNodes nodes = nodes(3, true);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(10 * MS);
        nodes.news.clear();
        nodes.turn(1, node -> node.revoke(exclusive("L", 1).lock()));
        assertThat(nodes.news).containsExactly("n1 lost 1 REVOKED", "n1 sends");
    }

    private static TimedNodes standing() {
        Placement placement = Placement.asNumbered(new Majority(3));
        return new TimedNodes(
                IntStream.range(0, 3)
                        .mapToObj(index -> NodeStart.first(NodeId.of(index), placement)
                                .withLease(LeaseTerms.of(Duration.ofSeconds(1)))
                                .withStanding(NodeStart.Standing.ALWAYS))
                        .toList(),
                MS);
    }
}
