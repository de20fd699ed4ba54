package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The constructions there are so far. */
class QuorumSystemsTest extends QuorumSystemLaws {
    private static final List<NodeSet> FANO = List.of(
            NodeSet.ofIndexes(0, 1, 2),
            NodeSet.ofIndexes(1, 3, 5),
            NodeSet.ofIndexes(2, 4, 5),
            NodeSet.ofIndexes(0, 3, 4),
            NodeSet.ofIndexes(1, 4, 6),
            NodeSet.ofIndexes(0, 5, 6),
            NodeSet.ofIndexes(2, 3, 6));

    @Override
    Stream<QuorumSystem> systems(int voters) {
        Stream<QuorumSystem> forAny =
                Stream.of(new Majority(voters), new All(voters), new Singleton(voters, NodeId.of(voters / 2)));
        return voters == 7 ? Stream.concat(forAny, Stream.of(new Explicit(7, FANO))) : forAny;
    }

    @Override
    boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return !system.name().equals("singleton");
    }

    @Test
    void aMajorityIsMoreThanHalfAndBeginsWithTheRequester() {
        assertThat(new Majority(4).votesNeeded()).isEqualTo(3);
        assertThat(new Majority(5).votesNeeded()).isEqualTo(3);
        assertThat(new Majority(5).quorumOf(NodeId.of(3))).isEqualTo(NodeSet.ofIndexes(3, 4, 0));
    }

    @Test
    void majorityLoadsAllVotersAlike() {
        Majority system = new Majority(7);
        int[] asked = new int[7];
        for (int requester = 0; requester < 7; requester++) {
            NodeSet quorum = system.quorumOf(NodeId.of(requester));
            for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
                asked[index]++;
            }
        }
        assertThat(asked).containsOnly(4);
    }

    @Test
    void explicitGivesNodeIItsOwnSetWhenThereIsOneForEachNode() {
        Explicit fano = new Explicit(7, FANO);
        assertThat(fano.quorumOf(NodeId.of(4))).isEqualTo(NodeSet.ofIndexes(1, 4, 6));
        assertThat(new Explicit(3, List.of(NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(1, 2))).quorumOf(NodeId.of(2)))
                .isEqualTo(NodeSet.ofIndexes(1, 2));
    }

    @Test
    void explicitRefusesSetsThatDoNotMeetAndNamesThePair() {
        assertThatThrownBy(() -> new Explicit(4, List.of(NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(2, 3))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{n1,n2} and {n3,n4} have no node in common");
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Majority(0)).hasMessageContaining("at least one voter");
        assertThatThrownBy(() -> new Explicit(2, List.of())).hasMessageContaining("at least one quorum");
        assertThatThrownBy(() -> new Explicit(2, List.of(NodeSet.ofIndexes(0, 2))))
                .hasMessageContaining("outside the voters n1 to n2");
        assertThatThrownBy(() -> new Explicit(2, List.of(NodeSet.EMPTY))).hasMessageContaining("at least one node");
        assertThatThrownBy(() -> new Singleton(2, NodeId.of(2))).hasMessageContaining("n3 is not one of the 2 voters");
    }
}
