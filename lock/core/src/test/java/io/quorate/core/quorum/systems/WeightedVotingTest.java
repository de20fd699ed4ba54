// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.Quorums;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WeightedVotingTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        Random random = new Random(voters);
        long[] drawn = random.longs(voters, 0, 6).toArray();
        drawn[voters / 2]++;
        long[] steep = IntStream.range(0, voters)
                .mapToLong(voter -> 1L << Math.min(voter, 40))
                .toArray();
        long[] huge = random.longs(voters, 1, Long.MAX_VALUE / voters).toArray();
        return Stream.of(
                new WeightedVoting(voters),
                new WeightedVoting(drawn),
                new WeightedVoting(steep),
                new WeightedVoting(huge));
    }

    /** Not so where votes are unlike: beside somebody who decides alone nobody is needed. */
    @Override
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return system.name().equals("weighted") && system.size() != 2;
    }

    @Test
    void moreThanHalfOfTheVotesDecide() {
        WeightedVoting system = new WeightedVoting(3, 1, 1, 1);
        assertThat(system.votesNeeded()).isEqualTo(4);
        assertThat(system.isQuorum(NodeSet.ofIndexes(0, 3))).isTrue();
        assertThat(system.isQuorum(NodeSet.ofIndexes(1, 2, 3))).isFalse();
        assertThat(system.quorumOf(NodeId.of(2))).isEqualTo(NodeSet.ofIndexes(0, 2));
        assertThat(system.quorumAvoiding(NodeId.of(2), NodeSet.ofIndexes(0))).isEmpty();
    }

    @Test
    void withoutWeightsThereAreNoTiesAndHalfOfThemWithTheFirstAreEnough() {
        assertThat(new WeightedVoting(4).isQuorum(NodeSet.ofIndexes(0, 3))).isTrue();
        assertThat(new WeightedVoting(4).isQuorum(NodeSet.ofIndexes(1, 2, 3))).isTrue();
        assertThat(new WeightedVoting(4).isQuorum(NodeSet.ofIndexes(1, 2))).isFalse();
        for (int requester = 0; requester < 5; requester++) {
            assertThat(new WeightedVoting(5).quorumOf(NodeId.of(requester)))
                    .isEqualTo(new Majority(5).quorumOf(NodeId.of(requester)));
        }
    }

    @Test
    void whoHasNoVotesOnlyAsks() {
        WeightedVoting system = new WeightedVoting(1, 0, 1, 1);
        NodeSet quorum = system.quorumOf(NodeId.of(1));
        assertThat(quorum.contains(1)).isFalse();
        assertThat(quorum.size()).isEqualTo(2);
    }

    /** Three orders are tried, not all combinations: this says how good that is. */
    @Test
    void aRequesterIsLeftOutOnlyWhereNoQuorumNeedsItInNearlyAllCases() {
        Random random = new Random(7);
        int needed = 0;
        int found = 0;
        for (int round = 0; round < 300; round++) {
            int voters = 2 + random.nextInt(8);
            WeightedVoting system =
                    new WeightedVoting(random.longs(voters, 1, 10).toArray());
            for (int requester = 0; requester < voters; requester++) {
                if (someQuorumNeeds(system, NodeId.of(requester))) {
                    needed++;
                    found += system.quorumOf(NodeId.of(requester)).contains(requester) ? 1 : 0;
                }
            }
        }
        assertThat(needed).isGreaterThan(1000);
        assertThat((double) found / needed).isGreaterThan(0.99);
    }

    private static boolean someQuorumNeeds(WeightedVoting system, NodeId voter) {
        return IntStream.range(0, 1 << system.size())
                .mapToObj(NodeSet::ofBits)
                .anyMatch(set -> system.isQuorum(set.with(voter)) && !system.isQuorum(set.without(voter)));
    }

    @Test
    void variantsChangeOnlyWhomARequesterPicks() {
        WeightedVoting system = new WeightedVoting(2, 1, 1, 1, 1, 1);
        NodeSet asked = NodeSet.EMPTY;
        for (int which = 0; which < system.variants(); which++) {
            QuorumSystem variant = system.variant(which);
            NodeSet quorum = variant.quorumOf(NodeId.of(2));
            assertThat(system.isQuorum(quorum)).isTrue();
            assertThat(quorum.contains(2)).isTrue();
            assertThat(variant.name()).isEqualTo("weighted:2,1,1,1,1,1");
            asked = asked.union(quorum);
        }
        assertThat(asked).isEqualTo(NodeSet.first(6));
    }

    @Test
    void isFoundByNameAndWhatMakesNoSenseIsRefused() {
        assertThat(Quorums.named("weighted:3,1,0", 3).name()).isEqualTo("weighted:3,1,0");
        assertThat(Quorums.named("weighted", 4).name()).isEqualTo("weighted");
        assertThatThrownBy(() -> Quorums.named("weighted:1,1", 3)).hasMessageContaining("3 voters, but votes for 2");
        assertThatThrownBy(() -> Quorums.named("weighted:1,x,2", 3)).hasMessageContaining("weighted:3,1,1,1");
        assertThatThrownBy(() -> Quorums.named("weighted:0,0", 2)).hasMessageContaining("nobody has a vote");
        assertThatThrownBy(() -> new WeightedVoting(1, -1)).hasMessageContaining("cannot have -1 votes");
        assertThatThrownBy(() -> new WeightedVoting(Long.MAX_VALUE, 1)).hasMessageContaining("so divide them");
        assertThat(new WeightedVoting(Long.MAX_VALUE - 1, 1).isQuorum(NodeSet.ofIndexes(1)))
                .isFalse();
        assertThatThrownBy(() -> new WeightedVoting(0)).hasMessageContaining("at least one voter");
    }

    @Test
    void thousandsOfVotesAreReadAsAFewAre() {
        int voters = 30_000;
        QuorumSystem system = Quorums.named("weighted:" + "7,".repeat(voters - 1) + "7", voters);
        assertThat(system.quorumOf(NodeId.of(5)).size()).isEqualTo(voters / 2 + 1);
    }
}
