// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import static io.quorate.core.quorum.FailureViews.assertEveryTwoMeet;
import static io.quorate.core.quorum.FailureViews.nodes;
import static io.quorate.core.quorum.FailureViews.quorumOfNode;
import static io.quorate.core.quorum.FailureViews.quorumsOfAllViews;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Numbering;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tree quorums: the nine nodes of the paper, and every two quorums meet whatever their builders took for failed. */
class TreeTest extends QuorumSystemLaws {
    private final Tree nineNodes = new Tree(9);

    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return IntStream.rangeClosed(2, 4).mapToObj(degree -> new Tree(voters, degree));
    }

    /** With two nodes the second alone is the tree. */
    @Override
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return system.size() != 2;
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, '-'",
        "2, 2, 'n2 -'",
        "4, 2, '- n1 n1 n1'",
        "7, 2, '- n1 n1 n2 n2 n3 n3'",
        "9, 2, '- n1 n1 n2 n2 n3 n3 n4 n4'",
        "7, 3, '- n1 n1 n1 n2 n2 n2'",
        "5, 4, '- n1 n1 n1 n1'"
    })
    void everyNodeButTheRootStandsBelowAnother(int size, int degree, String fathers) {
        Tree tree = new Tree(size, degree);
        assertThat(IntStream.range(0, size)
                        .mapToObj(index -> tree.fatherOf(NodeId.of(index))
                                .map(NodeId::toString)
                                .orElse("-"))
                        .toList())
                .containsExactly(fathers.split(" "));
        assertThat(tree.fatherOf(NodeId.of(tree.root()))).isEmpty();
    }

    @Test
    void inAVariantTheSamePartsStandBelowEachOther() {
        for (int which = 1; which < 50; which++) {
            QuorumSystem variant = nineNodes.variant(which);
            Numbering numbering = Numbering.of(9, which);
            for (int part = 0; part < 9; part++) {
                assertThat(variant.fatherOf(NodeId.of(numbering.voter(part))))
                        .isEqualTo(nineNodes
                                .fatherOf(NodeId.of(part))
                                .map(father -> NodeId.of(numbering.voter(father.index()))));
            }
        }
    }

    @Test
    void t0Site6AsksThePathToItself() {
        assertThat(quorumOfNode(nineNodes, 6)).contains(nodes(1, 3, 6));
    }

    @Test
    void t2Site4AsksAPathThroughItselfAndMeetsTheQuorumOfSite6AtTheRootThatKeepsItWaiting() {
        NodeSet quorum = quorumOfNode(nineNodes, 4).orElseThrow();
        assertThat(quorum).isIn(nodes(1, 2, 4, 8), nodes(1, 2, 4, 9));
        assertThat(quorum.intersection(nodes(1, 3, 6))).isEqualTo(nodes(1));
    }

    @Test
    void t7WithSites1And2And3And8DownSite6AsksTheOnlyQuorumLeftAndSite4KeepsExclusion() {
        NodeSet quorum = quorumOfNode(nineNodes, 6, 1, 2, 3, 8).orElseThrow();
        assertThat(quorum).isEqualTo(nodes(4, 5, 6, 7, 9));
        assertThat(quorum.intersection(nodes(1, 2, 4, 8))).isEqualTo(nodes(4));
    }

    @ParameterizedTest(name = "{0} nodes, degree {1}")
    @CsvSource({
        "7, 2, 15, 3, 4",
        "9, 2, 31, 3, 5",
        "4, 3, 4, 2, 3",
        "5, 4, 5, 2, 4",
        "13, 3, 76, 3, 9",
    })
    void theQuorumsOfAllViewsAreAsManyAsCountedByHandAndMeet(int size, int degree, int count, int least, int most) {
        Set<NodeSet> quorums = quorumsOfAllViews(new Tree(size, degree));
        assertEveryTwoMeet(quorums);
        assertThat(quorums).hasSize(count);
        assertThat(quorums.stream().mapToInt(NodeSet::size).summaryStatistics())
                .satisfies(sizes -> assertThat(sizes.getMin()).isEqualTo(least))
                .satisfies(sizes -> assertThat(sizes.getMax()).isEqualTo(most));
    }

    @ParameterizedTest(name = "degree {0}")
    @CsvSource({"2", "3", "4"})
    void everyTwoQuorumsOfIncompleteTreesMeetForAllPairsOfViewsAndNoVoterIsIdle(int degree) {
        for (int size = 3; size <= 12; size++) {
            Set<NodeSet> quorums = quorumsOfAllViews(new Tree(size, degree));
            assertEveryTwoMeet(quorums);
            NodeSet used = quorums.stream().reduce(NodeSet.EMPTY, NodeSet::union);
            assertThat(used).isEqualTo(NodeSet.first(size));
        }
    }

    /** What no set of quorums that meet can do better: of every two halves of the nodes, one contains a quorum. */
    @Test
    void noOtherSystemSurvivesMore() {
        for (int size = 1; size <= 12; size++) {
            NodeSet everybody = NodeSet.first(size);
            for (int half = 0; half < 1 << size; half++) {
                NodeSet one = NodeSet.ofBits(half);
                for (int degree = 2; degree <= 4; degree++) {
                    Tree tree = new Tree(size, degree);
                    assertThat(tree.isQuorum(one)).isNotEqualTo(tree.isQuorum(everybody.minus(one)));
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} nodes, degree {1}")
    @CsvSource({
        "9, 2", "15, 2", "64, 2", "127, 2", "200, 2", "13, 3", "29, 3", "40, 3", "150, 3", "21, 4", "46, 4", "85, 4",
        "170, 4"
    })
    void aThousandRandomFailureViewsGiveQuorumsThatMeet(int size, int degree) {
        Tree tree = new Tree(size, degree);
        Random random = new Random(31L * size + degree);
        Set<NodeSet> quorums = new LinkedHashSet<>();
        int found = 0;
        for (int view = 0; view < 1000; view++) {
            double failing = random.nextDouble() / 2;
            NodeSet.Builder failed = new NodeSet.Builder();
            IntStream.range(0, size)
                    .filter(node -> random.nextDouble() < failing)
                    .forEach(failed::add);
            NodeId requester = NodeId.of(random.nextInt(size));
            var quorum = tree.quorumAvoiding(requester, failed.build());
            quorum.ifPresent(quorums::add);
            found += quorum.isPresent() ? 1 : 0;
        }
        assertThat(found).isGreaterThan(500);
        assertEveryTwoMeet(quorums);
    }

    @Test
    void aRequesterGoesAroundAFailedNodeWithAsFewOthersAsItCan() {
        assertThat(quorumOfNode(nineNodes, 5, 1)).contains(nodes(2, 5, 3, 6));
        assertThat(quorumOfNode(nineNodes, 4, 2)).contains(nodes(1, 4, 8, 5));
        assertThat(quorumOfNode(nineNodes, 6, 3)).contains(nodes(1, 6, 7));
        assertThat(quorumOfNode(nineNodes, 8, 4, 9)).contains(nodes(1, 2, 5));
    }

    @Test
    void aFailedLeafIsAFailureAndNotAnEmptySet() {
        assertThat(quorumOfNode(nineNodes, 7, 1, 3, 6)).isEmpty();
        assertThat(quorumOfNode(new Tree(1), 1, 1)).isEmpty();
    }

    @Test
    void aLastChildThatWouldBeAloneJoinsTheFamilyBefore() {
        Tree eight = new Tree(8);
        assertThat(quorumOfNode(eight, 8)).contains(nodes(1, 3, 8));
        assertThat(quorumOfNode(eight, 8, 3)).contains(nodes(1, 6, 7, 8));
        assertThat(quorumOfNode(eight, 8, 3, 6)).contains(nodes(1, 2, 4));
        assertThat(quorumOfNode(new Tree(2), 1)).contains(nodes(2));
    }

    @Test
    void pathsOfACompleteTreeHaveOneNodeOnEachLevelAndATreeOfThousandsAnswersWithHalfOfItsInnerNodesDown() {
        Tree tree = new Tree((1 << 14) - 1);
        for (int node = 0; node < tree.size(); node += 97) {
            assertThat(tree.quorumOf(NodeId.of(node)).size()).isEqualTo(14);
        }
        NodeSet.Builder failed = new NodeSet.Builder();
        IntStream.range(0, (1 << 13) - 1).filter(node -> node % 2 == 0).forEach(failed::add);
        NodeSet quorum = tree.quorumAvoiding(NodeId.of(5), failed.build()).orElseThrow();
        assertThat(quorum.intersects(failed.build())).isFalse();
        assertThat(tree.isQuorum(quorum)).isTrue();
    }

    @Test
    void theDegreeIsPartOfTheNameAndADegreeBelowTwoIsRefused() {
        assertThat(nineNodes.name()).isEqualTo("tree");
        assertThat(new Tree(9, 3).name()).isEqualTo("tree:3");
        assertThatThrownBy(() -> new Tree(9, 1)).hasMessageContaining("give a degree of at least 2");
        assertThatThrownBy(() -> new Tree(0)).hasMessageContaining("at least one voter");
    }
}
