// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.Quorums;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HierarchicalTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        List<QuorumSystem> systems = new ArrayList<>(List.of(new Hierarchical(voters)));
        if (voters >= 3) {
            int half = voters / 2;
            systems.add(Hierarchical.parse(half + ",1," + (voters - half - 1 == 0 ? 1 : voters - half - 1), voters));
        }
        for (int branches = 2; branches * branches <= voters; branches++) {
            if (voters % branches == 0 && voters % (branches * branches) == 0) {
                systems.add(Hierarchical.parse(branches + "x" + branches + "x" + voters / branches / branches, voters));
            }
        }
        return systems.stream();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hierarchical:3x3 | 9 | 4",
                "hierarchical:3x3x3 | 27 | 8",
                "hierarchical:3x5 | 15 | 6",
                "hierarchical:5x3 | 15 | 6",
                "hierarchical:5,4,4 | 13 | 6",
                "hierarchical:7 | 7 | 4",
                "hierarchical | 1 | 1",
                "hierarchical | 5 | 3",
                "hierarchical | 9 | 4",
                "hierarchical | 27 | 8",
                "hierarchical | 81 | 16"
            })
    void aMajorityOfTheGroupsAndOfEachOfThem(String name, int voters, int members) {
        QuorumSystem system = Quorums.named(name, voters);
        assertThat(system.name()).isEqualTo(name);
        assertThat(system.quorumOf(NodeId.of(0)).size()).isEqualTo(members);
    }

    @Test
    void withoutGroupsGivenQuorumsAreNeverLargerThanAMajority() {
        for (int voters = 1; voters <= 300; voters++) {
            Hierarchical system = new Hierarchical(voters);
            for (int requester = 0; requester < voters; requester++) {
                assertThat(system.quorumOf(NodeId.of(requester)).size())
                        .as("n%d of %d", requester + 1, voters)
                        .isLessThanOrEqualTo(new Majority(voters).votesNeeded());
            }
        }
    }

    @Test
    void theRequesterAsksItsOwnZoneFirst() {
        Hierarchical zones = Hierarchical.parse("5,4,4", 13);
        NodeSet quorum = zones.quorumOf(NodeId.of(6));
        assertThat(quorum.intersection(NodeSet.ofIndexes(5, 6, 7, 8)).size()).isEqualTo(3);
        assertThat(quorum.intersection(NodeSet.ofIndexes(9, 10, 11, 12)).size()).isEqualTo(3);
        NodeSet withoutAZone = NodeSet.ofIndexes(5, 6, 7, 8);
        assertThat(zones.quorumAvoiding(NodeId.of(6), withoutAZone))
                .hasValueSatisfying(other -> assertThat(other.size()).isEqualTo(6));
        assertThat(zones.quorumAvoiding(NodeId.of(6), NodeSet.ofIndexes(0, 1, 2, 5, 6)))
                .isEmpty();
    }

    @Test
    void overAllVariantsARequesterLoadsTheOthersAlike() {
        Hierarchical system = Hierarchical.parse("3x3", 9);
        int[] asked = new int[9];
        for (int which = 0; which < system.variants(); which++) {
            NodeSet quorum = system.variant(which).quorumOf(NodeId.of(4));
            assertThat(quorum.contains(4)).isTrue();
            assertThat(system.isQuorum(quorum)).isTrue();
            IntStream.range(0, 9).filter(quorum::contains).forEach(voter -> asked[voter]++);
        }
        assertThat(asked[4]).isEqualTo(9);
        assertThat(asked[3] + asked[5]).isEqualTo(9);
        assertThat(asked)
                .satisfies(counts ->
                        assertThat(IntStream.of(counts).min().orElseThrow()).isGreaterThanOrEqualTo(2));
    }

    @Test
    void groupsThatDoNotFitAreRefusedWithSomeThatDo() {
        assertThatThrownBy(() -> Quorums.named("hierarchical:3x3", 10))
                .hasMessageContaining("groups for 9 voters, but there are 10")
                .hasMessageContaining("hierarchical:4,3,3");
        assertThatThrownBy(() -> Quorums.named("hierarchical:5,4", 10)).hasMessageContaining("for 9 voters");
        assertThatThrownBy(() -> Quorums.named("hierarchical:9999999x9999999x9999999", 10))
                .isInstanceOf(IllegalArgumentException.class);
        for (String nonsense : List.of("0,9", "3x3,1", "x", "-1", "3x")) {
            assertThatThrownBy(() -> Quorums.named("hierarchical:" + nonsense, 9))
                    .hasMessageContaining("are no groups");
        }
        assertThatThrownBy(() -> new Hierarchical(0)).hasMessageContaining("at least one voter");
    }

    @Test
    void thousandsOfGroupsAreReadAsAFewAre() {
        int groups = 30_000;
        QuorumSystem flat = Quorums.named("hierarchical:" + "1,".repeat(groups - 1) + "1", groups);
        assertThat(flat.quorumOf(NodeId.of(0)).size()).isEqualTo(groups / 2 + 1);
        QuorumSystem deep = Quorums.named("hierarchical:" + "1x".repeat(groups) + "3x3", 9);
        QuorumSystem same = Quorums.named("hierarchical:3x3", 9);
        for (int index = 0; index < 9; index++) {
            assertThat(deep.quorumOf(NodeId.of(index))).isEqualTo(same.quorumOf(NodeId.of(index)));
        }
        assertThat(Quorums.named("hierarchical:1x1", 1).quorumOf(NodeId.of(0))).isEqualTo(NodeSet.first(1));
    }
}
