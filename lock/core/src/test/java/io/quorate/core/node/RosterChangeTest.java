// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules E and D with clocks: a running cluster changes its members, quorums and lease. */
class RosterChangeTest {
    private static final long MS = 1_000_000;
    private static final LeaseTerms SECOND = LeaseTerms.of(Duration.ofSeconds(1));
    private static final Roster ABC = Roster.first("test", members("a", "b", "c"), "majority", SECOND);

    private static List<Member> members(String... ids) {
        List<Member> members = new ArrayList<>();
        for (String id : ids) {
            members.add(member(members.size(), id));
        }
        return members;
    }

    private static Member member(int number, String id) {
        return new Member(number, id, id + ":7400", true, "");
    }

    private static NodeStart start(int index, Configuration configuration) {
        return NodeStart.first(NodeId.of(index), Placement.byName(new Majority(3)))
                .withLease(SECOND)
                .withRoster(RosterState.beginning(configuration, "key" + index), true);
    }

    private static TimedNodes nodes(int count, Roster roster) {
        return nodes(count, roster, MS / 10);
    }

    private static TimedNodes nodes(int count, Roster roster, long latency) {
        List<NodeStart> starts = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            starts.add(start(index, Configuration.of(roster)));
        }
        TimedNodes nodes = new TimedNodes(starts, latency);
        nodes.now = 1_000 * MS;
        for (int number = 1; number <= count; number++) {
            nodes.turn(number, node -> {});
        }
        return nodes;
    }

    private static int configuration(TimedNodes nodes, int number) {
        Configuration configuration = nodes.nodes.get(number - 1).configuration();
        return configuration == null ? -1 : configuration.number();
    }

    @Test
    void aMemberIsReplacedAndAHoldGoesOn() {
        TimedNodes nodes = nodes(4, ABC);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        assertThat(nodes.takeNews()).containsOnlyOnce("n1 granted 1");
        nodes.turn(2, node -> node.propose(ABC.withReplaced("c", member(9, "d"))));
        nodes.runUntil(nodes.now + 500 * MS);
        assertThat(nodes.takeNews())
                .contains("n2 decided", "n1 rises to 1", "n2 rises to 1", "n3 rises to 1", "n4 rises to 1");
        nodes.runUntil(nodes.now + 5_000 * MS);
        assertThat(nodes.takeNews())
                .contains("n1 rises to 2", "n2 rises to 2", "n3 rises to 2", "n4 rises to 2")
                .noneMatch(line -> line.contains("lost"));
        nodes.dead.add(NodeId.of(2));
        nodes.dead.add(NodeId.of(0));
        nodes.turn(2, node -> node.acquire(exclusive("L", 2)));
        nodes.runUntil(nodes.now + 5_000 * MS);
        assertThat(nodes.takeNews())
                .as("b and d are a quorum of the new roster")
                .contains("n2 granted 2");
        assertThat(nodes.fences.get(1)).isGreaterThan(nodes.fences.get(0));
        assertThat(nodes.disks).hasSize(4);
    }

    @Test
    void theVoteOfARemovedMemberDoesNotCountWhateverItsNumber() {
        TimedNodes nodes = nodes(4, ABC);
        Roster abd = ABC.withReplaced("c", member(9, "d"));
        for (int number = 1; number <= 4; number++) {
            nodes.turn(number, node -> node.learn(Configuration.of(abd)));
        }
        nodes.runUntil(nodes.now + MS);
        nodes.takeNews();
        nodes.dead.add(NodeId.of(1));
        nodes.dead.add(NodeId.of(3));
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 3_000 * MS);
        assertThat(nodes.takeNews())
                .as("a and c: c has number 2 of three voters, but is no member")
                .isEmpty();
    }

    @Test
    void aHoldThatCannotMoveIsLostWithinALeaseAndItAlone() {
        Roster next = ABC.edit()
                .remove("a")
                .remove("b")
                .remove("c")
                .add(member(9, "d"))
                .next();
        TimedNodes nodes = nodes(4, ABC);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.dead.add(NodeId.of(3));
        nodes.turn(1, node -> node.learn(Configuration.of(ABC).joinedBy(next)));
        long risenAt = nodes.now;
        nodes.takeNews();
        nodes.runUntil(risenAt + 900 * MS);
        assertThat(nodes.takeNews()).doesNotContain("n1 lost 1 QUORUM_LOST");
        nodes.runUntil(risenAt + 1_000 * MS);
        assertThat(nodes.takeNews()).contains("n1 lost 1 QUORUM_LOST");
    }

    @Test
    void theOwnVoteIsFrozenToo() {
        Roster alone = Roster.first("test", members("a"), "majority", SECOND);
        Roster moved = alone.withReplaced("a", member(9, "b"));
        TimedNodes nodes = nodes(2, alone);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        assertThat(nodes.takeNews()).contains("n1 granted 1");
        nodes.dead.add(NodeId.of(1));
        nodes.turn(1, node -> node.learn(Configuration.of(alone).joinedBy(moved)));
        assertThat(validUntil(nodes, 1, "L")).isEqualTo(nodes.now + 990 * MS);
        nodes.runUntil(nodes.now + 990 * MS + 1);
        assertThat(nodes.takeNews()).contains("n1 lost 1 QUORUM_LOST");
    }

    private static long validUntil(TimedNodes nodes, int number, String lock) {
        return java.util.Objects.requireNonNull(nodes.nodes.get(number - 1).find(LockName.of(lock)))
                .validUntil();
    }

    @Test
    void e9_aMachineThatStoodStillKeepsNothingFrozen() {
        Roster alone = Roster.first("test", members("a"), "majority", SECOND);
        TimedNodes nodes = nodes(2, alone);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.turn(1, node -> node.learn(Configuration.of(alone).joinedBy(alone.withReplaced("a", member(9, "b")))));
        nodes.takeNews();
        nodes.turn(1, LockNode::endAllTrust);
        assertThat(nodes.takeNews()).contains("n1 lost 1 QUORUM_LOST");
    }

    @Test
    void e1_whatAFrameSaysIsOfTheConfigurationInItsHeader() {
        TimedNodes nodes = nodes(4, ABC);
        nodes.turn(1, node -> {
            node.acquire(exclusive("before", 1));
            node.learn(Configuration.of(ABC).joinedBy(ABC.withReplaced("c", member(9, "d"))));
            node.acquire(exclusive("after", 2));
        });
        for (TimedNodes.Packet packet : nodes.network) {
            Frame<?> frame = LockNode.read(new QuorumLock(), packet.bytes);
            int configuration = ((SessionHeader) frame.header()).configuration();
            for (Frame.Entry<?> entry : frame.entries()) {
                if (entry.lock().equals(LockName.of("after"))) {
                    assertThat(configuration).isEqualTo(1);
                }
            }
        }
        assertThat(nodes.network.stream()
                        .map(packet -> ((SessionHeader) LockNode.read(new QuorumLock(), packet.bytes)
                                        .header())
                                .configuration()))
                .as("the header of the first frame was fixed before the seal")
                .contains(0, 1);
    }

    @Test
    void e3_aSealedVoterConfirmsNothingOfThoseBehindButHearsTheirReleases() {
        TimedNodes nodes = nodes(4, ABC);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.takeNews();
        Configuration joint = Configuration.of(ABC).joinedBy(ABC.withReplaced("c", member(9, "d")));
        nodes.turn(2, node -> node.learn(joint));
        nodes.turn(3, node -> node.learn(joint));
        nodes.network.clear();
        nodes.turn(1, node -> node.release(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS / 10);
        assertThat(nodes.nodes.get(1).slots()).as("the Release is heard").isEmpty();
        assertThat(nodes.nodes.get(2).slots()).isEmpty();
        nodes.runUntil(nodes.now + MS);
        assertThat(nodes.takeNews()).as("they answer with news").contains("n1 rises to 1");
    }

    @Test
    void aGuestHasNoSayAboutRosters() {
        TimedNodes nodes = nodes(3, ABC);
        byte[] news = newsOf(Configuration.of(ABC.withRemoved("c")));
        nodes.turn(1, node -> node.receive(NodeId.of(NodeId.GUESTS_FROM), news, 0, news.length));
        assertThat(configuration(nodes, 1)).isZero();
        assertThat(nodes.nodes.get(0).forgedCount()).isEqualTo(1);
        nodes.turn(1, node -> node.receive(NodeId.of(17), news, 0, news.length));
        assertThat(configuration(nodes, 1)).as("any member may bring news").isEqualTo(2);
    }

    /** What a node in this configuration says to one that is behind. */
    private static byte[] newsOf(Configuration configuration) {
        TimedNodes ahead = nodes(3, ABC);
        ahead.turn(2, node -> node.learn(configuration));
        ahead.turn(1, node -> node.greet(NodeId.of(1)));
        ahead.runUntil(ahead.now + MS / 10);
        return ahead.network.stream()
                .filter(packet -> packet.from.equals(NodeId.of(1)) && packet.to.equals(NodeId.of(0)))
                .reduce((first, second) -> second)
                .orElseThrow()
                .bytes;
    }

    @Test
    void aNodeThatWasAwayFindsItsWay() {
        TimedNodes nodes = nodes(5, ABC);
        Roster abd = ABC.withReplaced("c", member(9, "d"));
        Roster abe = abd.withReplaced("d", member(9, "e"));
        for (int number = 1; number <= 2; number++) {
            nodes.turn(number, node -> node.learn(Configuration.of(abe)));
        }
        nodes.turn(3, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 100 * MS);
        assertThat(nodes.takeNews()).contains("n3 rises to 4", "n3 granted 1");
    }

    @Test
    void e7_fencesRiseFromRosterToRoster() {
        Roster alone = Roster.first("test", members("a"), "majority", SECOND);
        Roster moved = alone.withReplaced("a", member(9, "b"));
        TimedNodes nodes = nodes(2, alone);
        for (int round = 0; round < 20; round++) {
            int id = round;
            nodes.turn(1, node -> node.acquire(exclusive("L", id)));
            nodes.turn(1, node -> node.release(exclusive("L", id)));
        }
        nodes.turn(1, node -> node.propose(moved));
        nodes.runUntil(nodes.now + 4_000 * MS);
        assertThat(configuration(nodes, 2)).isEqualTo(2);
        nodes.turn(2, node -> node.acquire(exclusive("L", 100)));
        nodes.runUntil(nodes.now + 100 * MS);
        assertThat(nodes.fences).hasSize(21).isSorted();
        assertThat(nodes.fences.get(20)).isGreaterThan(nodes.fences.get(19));
    }

    @Test
    void e7_aNodeThatIsToldOutsideOfFramesTakesNoLowerFence() {
        Roster moved = ABC.withReplaced("a", member(9, "d"));
        long floor = Fence.after(5_000);
        NodeStart told = NodeStart.first(NodeId.of(3), Placement.byName(new Majority(3)))
                .withLease(SECOND)
                .withRoster(
                        RosterState.beginning(Configuration.of(moved), "key3").withFloor(floor), true);
        TimedNodes nodes = nodes(3, ABC);
        nodes.nodes.add(new LockNode<>(new QuorumLock(), told));
        nodes.turn(4, node -> {});
        for (int number = 2; number <= 3; number++) {
            nodes.turn(number, node -> node.learn(Configuration.of(moved)));
        }
        nodes.turn(4, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 100 * MS);
        assertThat(nodes.fences).hasSize(1).allMatch(fence -> fence > floor);
        nodes.turn(4, node -> node.release(exclusive("L", 1)));
        nodes.turn(2, node -> node.acquire(exclusive("M", 2)));
        nodes.runUntil(nodes.now + 100 * MS);
        assertThat(nodes.nodes.get(1).clock())
                .as("others take their floor from its clock")
                .isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void e8_aVoterThatPromisedForLongerDoesNotCountAsSealed() {
        Roster slow = ABC.withLease(Duration.ofSeconds(4));
        Roster fast = slow.withLease(Duration.ofMillis(200));
        Configuration joint = Configuration.of(fast).joinedBy(fast.withReplaced("c", member(9, "d")));
        TimedNodes nodes = nodes(4, ABC);
        for (int number = 1; number <= 3; number++) {
            nodes.turn(number, node -> node.learn(Configuration.of(slow)));
        }
        nodes.runUntil(nodes.now + 2_000 * MS);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.dead.add(NodeId.of(0)); // cut off with what b and c confirmed for 4 s
        nodes.dead.add(NodeId.of(2));
        nodes.dead.add(NodeId.of(3));
        nodes.turn(2, node -> node.learn(joint)); // it was away while the lease became 200 ms, and hears of all at once
        long risenAt = nodes.now;
        assertThat(saysThatItKeeps(nodes)).as("others would wait 202 ms only").isFalse();
        nodes.runUntil(risenAt + 3_800 * MS);
        assertThat(saysThatItKeeps(nodes)).isFalse();
        nodes.runUntil(risenAt + 3_840 * MS);
        assertThat(saysThatItKeeps(nodes)).as("what is left is within 202 ms").isTrue();
    }

    /** Whether the next frame of b says so. */
    private static boolean saysThatItKeeps(TimedNodes nodes) {
        nodes.network.clear();
        nodes.turn(2, node -> node.greet(NodeId.of(0)));
        TimedNodes.Packet packet = nodes.network.get(nodes.network.size() - 1);
        return ((SessionHeader) LockNode.read(new QuorumLock(), packet.bytes).header()).keeps();
    }

    @Test
    void aNodeWithANewDirectoryGrantsNothingBeforeItIsAccepted() {
        TimedNodes nodes = nodes(3, ABC);
        nodes.turn(2, node -> node.setAccepted(false, false));
        nodes.dead.add(NodeId.of(2));
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + 3_000 * MS);
        assertThat(nodes.takeNews()).noneMatch(line -> line.contains("granted"));
        nodes.turn(2, node -> node.setAccepted(true, true));
        nodes.runUntil(nodes.now + 3_000 * MS);
        assertThat(nodes.takeNews()).contains("n1 granted 1");
    }

    @Test
    void aNodeThatTooFewKnowHasNoSayAboutRosters() {
        TimedNodes nodes = nodes(4, ABC);
        for (int number = 2; number <= 3; number++) {
            nodes.turn(number, node -> node.setAccepted(true, false));
        }
        assertThat(saysThatItKeeps(nodes))
                .as("it may have forgotten what it said")
                .isFalse();
        nodes.turn(1, node -> node.propose(ABC.withReplaced("c", member(9, "d"))));
        nodes.runUntil(nodes.now + 20_000 * MS);
        assertThat(nodes.takeNews()).noneMatch(line -> line.contains("decided") || line.contains("rises"));
        assertThat(nodes.disks).as("no promise, no acceptance").doesNotContainKeys(NodeId.of(1), NodeId.of(2));
        for (int number = 2; number <= 3; number++) {
            nodes.turn(number, node -> node.setAccepted(true, true));
        }
        nodes.turn(1, node -> node.propose(ABC.withReplaced("c", member(9, "d"))));
        nodes.runUntil(nodes.now + 20_000 * MS);
        assertThat(nodes.takeNews()).contains("n1 decided", "n2 rises to 2");
    }

    @Test
    void e8_aLongerLeaseIsCountedOnOnlyWhenAllRememberIt() {
        TimedNodes nodes = nodes(3, ABC);
        Roster longer = ABC.withLease(Duration.ofSeconds(4));
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.learn(Configuration.of(longer)));
        nodes.runUntil(nodes.now + MS / 20);
        nodes.network.clear();
        assertThat(validUntil(nodes, 1, "L") - nodes.now)
                .as("b and c are behind, and remember for a second only")
                .isLessThanOrEqualTo(990 * MS);
        for (int number = 2; number <= 3; number++) {
            nodes.turn(number, node -> node.learn(Configuration.of(longer)));
        }
        nodes.runUntil(nodes.now + 900 * MS);
        nodes.runUntil(nodes.now + 1_500 * MS);
        assertThat(validUntil(nodes, 1, "L") - nodes.now).isGreaterThan(1_000 * MS);
        assertThat(nodes.takeNews()).noneMatch(line -> line.contains("lost"));
    }

    /** The lease became longer while b and c were away. Their first answers come after the time for which they remember the question. */
    @Test
    void e8_aRequesterAsksAgainAtOnceWhenFirstAnswersComeTooLate() {
        TimedNodes nodes = nodes(3, ABC, 600 * MS);
        nodes.turn(1, node -> node.learn(Configuration.of(ABC.withLease(Duration.ofSeconds(4)))));
        long askedAt = nodes.now;
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(askedAt + 1_300 * MS);
        assertThat(nodes.takeNews())
                .as("b and c have granted, for a second")
                .noneMatch(line -> line.contains("granted"));
        nodes.runUntil(askedAt + 3_900 * MS);
        assertThat(nodes.takeNews()).as("less than a lease of 4 s").contains("n1 granted 1");
        nodes.runUntil(askedAt + 20_000 * MS);
        assertThat(nodes.takeNews()).noneMatch(line -> line.contains("lost"));
    }

    @Test
    void e8_aShorterLeaseChangesWhileALockIsHeld() {
        TimedNodes nodes = nodes(3, ABC);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.propose(ABC.withLease(Duration.ofMillis(200))));
        nodes.runUntil(nodes.now + 5_000 * MS);
        assertThat(nodes.takeNews())
                .contains("n1 rises to 2", "n2 rises to 2", "n3 rises to 2")
                .noneMatch(line -> line.contains("lost"));
        assertThat(validUntil(nodes, 1, "L") - nodes.now).isLessThanOrEqualTo(200 * MS);
    }

    @Test
    void d6_aProposalIsRefusedInWordsIfTooFewAreThere() {
        TimedNodes nodes = nodes(4, ABC);
        nodes.dead.add(NodeId.of(3));
        nodes.turn(
                1,
                node -> node.propose(
                        ABC.edit().remove("b").remove("c").add(member(9, "d")).next()));
        nodes.runUntil(nodes.now + 3_000 * MS);
        assertThat(nodes.takeNews())
                .anyMatch(line -> line.startsWith("n1 refused: every voter that joins") && line.endsWith("missing: d"));
        nodes.dead.add(NodeId.of(1));
        nodes.dead.add(NodeId.of(2));
        nodes.turn(1, node -> node.propose(ABC.withRemoved("c")));
        nodes.runUntil(nodes.now + 3_000 * MS);
        assertThat(nodes.takeNews())
                .anyMatch(line -> line.startsWith("n1 refused: too few voters of roster 0 are there")
                        && line.endsWith("missing: b, c"));
        assertThat(configuration(nodes, 1)).isZero();
    }

    /** After a change from 4 s to 200 ms, voters may have promised 4 s until a moment ago. The refusal must not name the data directory only. */
    @Test
    void d6_aRefusalSaysThatALongerLeaseIsNotOver() {
        Roster slow = ABC.withLease(Duration.ofSeconds(4));
        Roster fast = slow.withLease(Duration.ofMillis(200));
        TimedNodes nodes = nodes(3, slow);
        nodes.runUntil(nodes.now + MS);
        for (int number = 1; number <= 3; number++) {
            nodes.turn(number, node -> node.learn(Configuration.of(fast)));
        }
        nodes.turn(1, node -> node.propose(fast.withLease(Duration.ofMillis(300))));
        nodes.runUntil(nodes.now + 2_000 * MS);
        assertThat(nodes.takeNews())
                .anyMatch(line -> line.contains("refused") && line.contains("missing: b, c. Of these, b, c answered"));
        nodes.runUntil(nodes.now + 4_000 * MS);
        nodes.turn(1, node -> node.propose(fast.withLease(Duration.ofMillis(300))));
        nodes.runUntil(nodes.now + 2_000 * MS);
        assertThat(nodes.takeNews()).contains("n1 decided");
    }

    @Test
    void d6_onlyOneChangeAtATime() {
        TimedNodes nodes = nodes(3, ABC);
        nodes.turn(1, node -> node.learn(Configuration.of(ABC).joinedBy(ABC.withRemoved("c"))));
        nodes.takeNews();
        nodes.turn(1, node -> node.propose(ABC.withRemoved("b")));
        assertThat(nodes.takeNews()).anyMatch(line -> line.contains("another change is under way"));
    }

    /** Nodes of which b holds a lock, and a proposes to replace c by d. */
    private static TimedNodes whereOneProposes() {
        TimedNodes nodes = nodes(4, ABC);
        nodes.turn(2, node -> node.acquire(exclusive("L", 1)));
        nodes.runUntil(nodes.now + MS);
        nodes.turn(1, node -> node.propose(ABC.withReplaced("c", member(9, "d"))));
        return nodes;
    }

    @Test
    void d5_anotherTakesUpWhatAProposerThatDiedHadPutForward() {
        TimedNodes undisturbed = whereOneProposes();
        long decided = undisturbed.now;
        while (undisturbed.news.stream().noneMatch("n1 decided"::equals)) {
            decided += undisturbed.latency;
            undisturbed.runUntil(decided);
        }
        Set<Integer> ends = new HashSet<>();
        for (int step = -8; step <= 2; step++) {
            TimedNodes nodes = whereOneProposes();
            nodes.runUntil(Math.max(nodes.now, decided + step * nodes.latency));
            nodes.dead.add(NodeId.of(0));
            nodes.runUntil(nodes.now + 20_000 * MS);
            List<Integer> configurations = Stream.of(2, 3, 4)
                    .map(number -> configuration(nodes, number))
                    .toList();
            assertThat(configurations)
                    .as("%s frames after the decision", step)
                    .isIn(List.of(0, 0, 0), List.of(2, 2, 2));
            assertThat(nodes.takeNews())
                    .as("the hold of b, %s frames after the decision", step)
                    .contains("n2 granted 1")
                    .noneMatch(line -> line.contains("lost"));
            ends.add(configurations.get(0));
        }
        assertThat(ends).as("nothing was put forward, and what was put forward").containsExactlyInAnyOrder(0, 2);
    }

    @Test
    void s8_aVoterThatStartsAgainIsInTheConfigurationOnItsDisk() {
        TimedNodes nodes = nodes(4, ABC);
        Configuration joint = Configuration.of(ABC).joinedBy(ABC.withReplaced("c", member(9, "d")));
        nodes.turn(2, node -> node.learn(joint));
        RosterState kept = nodes.disks.get(NodeId.of(1));
        assertThat(kept.configuration()).isEqualTo(joint);
        NodeStart again = start(1, Configuration.of(ABC)).again(1, 50).withRoster(kept, true);
        LockNode<QuorumLockMessage> node = new LockNode<>(new QuorumLock(), again);
        assertThat(node.configuration()).isEqualTo(joint);
        node.beginTurn(nodes.now, 0);
        assertThat(node.isVoting()).isFalse();
        assertThat(node.rosterView().sealed()).isEqualTo(NodeSet.of(NodeId.of(1)));
    }

    @Test
    void voterQuorumsAndLeaseChangeOneAfterTheOther() {
        TimedNodes nodes = nodes(7, ABC);
        nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
        Roster roster = ABC;
        List<java.util.function.UnaryOperator<Roster>> changes = List.of(
                before -> before.edit().add(member(9, "d")).add(member(9, "e")).next(),
                before -> before.edit()
                        .add(member(9, "f"))
                        .add(member(9, "g"))
                        .quorums("grid")
                        .next(),
                before -> before.withLease(Duration.ofMillis(500)),
                before -> before.edit()
                        .remove("a")
                        .remove("b")
                        .remove("c")
                        .remove("d")
                        .quorums("majority")
                        .next());
        int proposer = 1;
        for (java.util.function.UnaryOperator<Roster> change : changes) {
            roster = change.apply(roster);
            Roster next = roster;
            Consumer<LockNode<QuorumLockMessage>> propose = node -> node.propose(next);
            nodes.turn(proposer++, propose);
            nodes.runUntil(nodes.now + 6_000 * MS);
        }
        for (int number = 1; number <= 7; number++) {
            assertThat(configuration(nodes, number)).as("n%s", number).isEqualTo(8);
        }
        assertThat(nodes.takeNews())
                .noneMatch(line -> line.contains("lost"))
                .noneMatch(line -> line.contains("refused"));
    }
}
