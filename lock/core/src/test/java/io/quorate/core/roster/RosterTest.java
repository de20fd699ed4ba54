// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rosters, their configurations and their bytes. */
class RosterTest {
    private static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(5));
    private static final Roster ABC =
            Roster.first("lineage", List.of(member(0, "a"), member(1, "b"), member(2, "c")), "majority", TERMS);

    private static Member member(int number, String id) {
        return new Member(number, id, id + ":1", true, "key of " + id);
    }

    @Test
    void numbersAreGivenOnceAndNeverUsedAgain() {
        Roster abd = ABC.withReplaced("c", member(77, "d"));
        assertThat(abd.voters()).isEqualTo(NodeSet.ofIndexes(0, 1, 3));
        Roster abc = abd.withReplaced("d", member(2, "c"));
        assertThat(abc.voters()).isEqualTo(NodeSet.ofIndexes(0, 1, 4));
        assertThat(abc.epoch()).isEqualTo(2);
        assertThat(abc.system().voters()).isEqualTo(abc.voters());
    }

    @Test
    void nonsenseIsRefusedInWords() {
        assertThatThrownBy(() -> ABC.withRemoved("x")).hasMessage("x is not a member. The members are a, b, c");
        assertThatThrownBy(() -> ABC.withAdded(member(9, "a"))).hasMessage("a is a member already");
        assertThatThrownBy(() -> ABC.withMoved("a", "b:1")).hasMessage("two members have the address b:1");
        assertThatThrownBy(() -> ABC.withQuorums("majority")).hasMessage("that changes nothing");
        assertThatThrownBy(() -> ABC.withQuorums("no-such-system")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ABC.edit().remove("a").remove("b").remove("c").next())
                .hasMessage("a roster needs at least one voter");
    }

    @Test
    void configurationsAreNumberedAndHaveASealLine() {
        Configuration first = Configuration.of(ABC);
        Configuration joint = first.joinedBy(ABC.withRemoved("c"));
        assertThat(List.of(first.number(), joint.number(), joint.withoutLower().number()))
                .containsExactly(0, 1, 2);
        assertThat(List.of(0, 1, 2, 3, 4).stream().map(Configuration::sealLine)).containsExactly(0, 1, 1, 3, 3);
        assertThatThrownBy(() -> first.joinedBy(ABC)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> joint.joinedBy(ABC)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theStateOfANodeIsReadBackAsItWasWritten() {
        Roster next = ABC.withLease(Duration.ofSeconds(9));
        RosterState state = RosterState.beginning(Configuration.of(ABC).joinedBy(next), "my key")
                .withFloor(4711)
                .promising(new Ballot(3, 1, 9))
                .accepting(new Ballot(4, 2, 0), next.withRemoved("a"));
        byte[] bytes = bytesOf(state);
        assertThat(RosterCodec.readState(new ByteSource(bytes))).isEqualTo(state);
        for (int length = 0; length < bytes.length; length++) {
            byte[] torn = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> RosterCodec.readState(new ByteSource(torn)))
                    .isInstanceOf(MalformedFrameException.class);
        }
        assertThat(state.longest().lease()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void theKeyThatAMemberShowedFirstCounts() {
        Member unnamed = new Member(1, "b", "b:1", true, "");
        Roster first = Roster.first("lineage", List.of(member(0, "a"), unnamed), "majority", TERMS);
        RosterState state = RosterState.beginning(Configuration.of(first), "mine")
                .shown(1, "")
                .shown(1, "first");
        assertThat(RosterCodec.readState(new ByteSource(bytesOf(state)))).isEqualTo(state);
        assertThat(state.shown(1, "second").keyOf(1)).as("a wiped disk").isEqualTo("first");
        assertThat(state.shown(1, "").keyOf(1)).isEqualTo("first");
        assertThat(state.shown(9, "x").shown(0, "y").shownKeys())
                .as("no member, and one that the roster names")
                .containsOnlyKeys(1);
        Roster bound = first.withReplaced("b", new Member(0, "d", "d:1", true, "key of d"));
        assertThat(state.in(Configuration.of(bound)).shownKeys()).isEmpty();
    }

    @Test
    void fieldsThatANewerReleaseAddsToRostersAndMembersAreSkipped() {
        ByteSink member = new ByteSink();
        member.writeInt(0).writeByte(1);
        for (String text : List.of("a", "a:7400", "")) {
            member.writeInt(text.length()).writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        member.writeLong(4711);
        ByteSink roster = new ByteSink();
        roster.writeLong(0).writeInt(1).writeBytes(new byte[] {'x'}).writeInt(1);
        roster.writeInt(8).writeBytes("majority".getBytes(StandardCharsets.UTF_8));
        roster.writeLong(1000).writeInt(10).writeInt(1);
        roster.writeInt(member.length()).writeBytes(member.toByteArray());
        roster.writeBytes(new byte[] {1, 2, 3});
        ByteSink all = new ByteSink();
        all.writeInt(roster.length()).writeBytes(roster.toByteArray()).writeByte(0);
        Configuration read = RosterCodec.readConfiguration(new ByteSource(all.toByteArray()));
        assertThat(read.latest())
                .isEqualTo(Roster.first(
                        "x",
                        List.of(new Member(0, "a", "a:7400", true, "")),
                        "majority",
                        LeaseTerms.of(Duration.ofSeconds(1))));
    }

    private static byte[] bytesOf(RosterState state) {
        ByteSink sink = new ByteSink();
        RosterCodec.writeState(state, sink);
        return sink.toByteArray();
    }

    @Test
    void everyMessageIsReadBackAsItWasWritten() {
        Ballot ballot = new Ballot(2, 1, 5);
        for (RosterMessage message : List.of(
                new RosterMessage.News(Configuration.of(ABC)),
                new RosterMessage.Hail(),
                new RosterMessage.Here("key"),
                new RosterMessage.Prepare(1, ballot),
                new RosterMessage.Promise(1, ballot, ballot, Ballot.NONE, null),
                new RosterMessage.Promise(1, ballot, ballot, ballot, ABC),
                new RosterMessage.Accept(ballot, ABC),
                new RosterMessage.Accepted(1, ballot))) {
            ByteSink sink = new ByteSink();
            RosterCodec.writeMessage(message, sink);
            assertThat(RosterCodec.readMessage(new ByteSource(sink.toByteArray())))
                    .isEqualTo(message);
        }
    }

    @Test
    void aSetBlocksIfTheOthersContainNoQuorumOfAnyLock() {
        Placement majority = Placement.byName(new Majority(3));
        assertThat(Blocking.blocks(NodeSet.ofIndexes(0), majority)).isFalse();
        assertThat(Blocking.blocks(NodeSet.ofIndexes(0, 2), majority)).isTrue();
        assertThat(Blocking.serves(NodeSet.ofIndexes(0, 2), majority)).isTrue();
        Placement tree = Placement.byName(new Tree(2));
        NodeSet root = NodeSet.ofIndexes(0);
        assertThat(Blocking.blocks(root, Placement.asNumbered(new Tree(2)))
                        || Blocking.blocks(NodeSet.ofIndexes(1), Placement.asNumbered(new Tree(2))))
                .as("in one numbering one of the two is enough")
                .isTrue();
        assertThat(Blocking.blocks(root, tree)).as("but not for every lock").isFalse();
        assertThat(Blocking.blocks(NodeSet.ofIndexes(1), tree)).isFalse();
        assertThat(Blocking.blocks(NodeSet.first(2), tree)).isTrue();
        assertThat(Blocking.serves(root, tree)).isFalse();
    }
}
