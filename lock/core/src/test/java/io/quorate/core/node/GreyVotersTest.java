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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules H and V with clocks: what the checker leaves to chance happens here when the times say so. */
class GreyVotersTest {
    private static final long MS = 1_000_000;

    /** A lease of a second; frames take a tenth of a millisecond. */
    private static TimedNodes three(int spareVotes) {
        return three(spareVotes, NodeStart.Standing.NEVER);
    }

    private static TimedNodes three(int spareVotes, NodeStart.Standing standing) {
        Placement placement = Placement.asNumbered(new Majority(3));
        LeaseTerms lease = LeaseTerms.of(Duration.ofSeconds(1));
        List<NodeStart> starts = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            starts.add(NodeStart.first(NodeId.of(index), placement)
                    .withLease(lease)
                    .withSpareVotes(spareVotes)
                    .withStanding(standing));
        }
        return new TimedNodes(starts, MS / 10);
    }

    /** Node 1 asks nodes 1 and 2 as a rule; this makes it know how fast node 2 is. */
    private static void use(TimedNodes nodes, int times) {
        for (int round = 1; round <= times; round++) {
            int id = 1_000 + round;
            nodes.turn(1, node -> node.acquire(exclusive("used", id)));
            nodes.runUntil(nodes.now + MS);
            nodes.turn(1, node -> node.release(exclusive("used", id)));
            nodes.runUntil(nodes.now + MS);
        }
        nodes.takeNews();
    }

    @Test
    void h2_aFrozenVoterDelaysARequestByMillisecondsNotByAThirdOfALease() {
        TimedNodes nodes = three(0);
        use(nodes, 10);
        nodes.dead.add(NodeId.of(1));
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 3 * MS);
        assertThat(nodes.takeNews()).contains("n1 granted 1");
        nodes.turn(1, node -> node.acquire(exclusive("M", 2)));
        nodes.runUntil(nodes.now + MS);
        assertThat(nodes.takeNews()).as("the next one asks others at once").contains("n1 granted 2");
    }

    @Test
    void h4_aWaiterSeesThatTheVoterItIsQueuedAtHasFrozen() {
        TimedNodes nodes = three(0);
        use(nodes, 10);
        nodes.turn(2, node -> node.acquire(exclusive("L", 5)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.acquire(exclusive("L", 6)));
        nodes.runUntil(nodes.now + MS);
        nodes.takeNews();
        nodes.dead.add(NodeId.of(1));
        nodes.runUntil(nodes.now + 60 * MS);
        assertThat(nodes.nodes.get(0).slow().contains(NodeId.of(1))).isTrue();
    }

    @Test
    void h_whileAllAreWellNothingMoreIsSent() {
        TimedNodes nodes = three(1);
        use(nodes, 10);
        int before = nodes.sent;
        use(nodes, 100);
        assertThat(nodes.sent - before).as("Request, Grant and Release").isEqualTo(300);
    }

    @Test
    void f1_aStandingLockNeverWaitsForAFence() {
        TimedNodes nodes = three(1, NodeStart.Standing.ALWAYS);
        use(nodes, 1);
        for (int id = 1; id <= 3_000; id++) {
            int claim = id;
            nodes.turn(1, node -> node.acquire(exclusive("used", claim)));
            assertThat(nodes.takeNews()).as("in the very turn").contains("n1 granted " + claim);
            nodes.turn(1, node -> node.release(exclusive("used", claim)));
            nodes.runUntil(nodes.now + MS / 10);
        }
    }

    @Test
    void f2_aBusyLockDoesNotMakeOthersAnnounceTheirFences() {
        TimedNodes nodes = three(1);
        for (int id = 1; id <= 50; id++) {
            int claim = id;
            nodes.turn(3, node -> node.acquire(exclusive("busy", claim)));
            nodes.runUntil(nodes.now + MS);
            nodes.turn(3, node -> node.release(exclusive("busy", claim)));
            nodes.runUntil(nodes.now + MS);
        }
        int before = nodes.sent;
        nodes.turn(2, node -> node.acquire(exclusive("L", 1))); // its clock is behind: it has heard of nothing
        nodes.runUntil(nodes.now + MS);
        assertThat(nodes.takeNews()).contains("n2 granted 1");
        assertThat(nodes.sent - before).as("Request and Grant").isEqualTo(2);
    }

    @Test
    void s2_aHoldUnderAFrozenVoterHasAnotherVoteBeforeTheLastThirdOfItsTimeBegins() {
        TimedNodes nodes = three(1);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        long confirmed = nodes.now;
        nodes.dead.add(NodeId.of(1));
        nodes.runUntil(confirmed + 640 * MS);
        long validUntil = nodes.nodes.get(0).find(exclusive("L", 1).lock()).validUntil();
        assertThat(validUntil - confirmed).as("the vote of node 3 counts").isGreaterThan(1_400 * MS);
    }

    @Test
    void v1_aHoldThatSomebodyWaitsForOutlivesTheWaiter() {
        TimedNodes nodes = three(1);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(2, node -> node.acquire(exclusive("L", 2)));
        nodes.runUntil(nodes.now + 10 * MS);
        assertThat(nodes.takeNews()).contains("n1 granted 1", "n1 starts SPARES");
        nodes.turn(1, node -> node.timerFired(exclusive("L", 1).lock(), nodes.timers.get("SPARES")));
        nodes.runUntil(nodes.now + 10 * MS);
        assertThat(nodes.nodes.get(0).find(exclusive("L", 1).lock()).hasSpares())
                .isTrue();
        nodes.dead.add(NodeId.of(1));
        nodes.runUntil(nodes.now + 5_000 * MS);
        assertThat(nodes.takeNews()).noneMatch(news -> news.startsWith("n1 lost"));
    }

    @Test
    void v1_withoutSpareVotesTheHoldIsLostWithTheWaiter() {
        TimedNodes nodes = three(0);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(2, node -> node.acquire(exclusive("L", 2)));
        nodes.runUntil(nodes.now + 10 * MS);
        nodes.takeNews();
        nodes.dead.add(NodeId.of(1));
        nodes.runUntil(nodes.now + 5_000 * MS);
        assertThat(nodes.takeNews()).anyMatch(news -> news.startsWith("n1 lost"));
    }
}
