// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static io.quorate.core.quorum.FailureViews.assertDisjointPair;
import static io.quorate.core.quorum.FailureViews.assertEveryTwoMeet;
import static io.quorate.core.quorum.FailureViews.nodes;
import static io.quorate.core.quorum.FailureViews.quorumOfNode;
import static io.quorate.core.quorum.FailureViews.quorumsOfAllViews;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeSet;
import io.quorate.papers.quorum.TreeAsPrinted.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is wrong with Build_Quorum as printed, in either reading. */
class TreeAsPrintedTest {
    private static TreeAsPrinted literal(int size, int degree) {
        return new TreeAsPrinted(size, degree, Reading.LITERAL);
    }

    private static TreeAsPrinted asTheExampleNeeds(int size, int degree) {
        return new TreeAsPrinted(size, degree, Reading.AS_THE_EXAMPLE_NEEDS);
    }

    @ParameterizedTest
    @EnumSource
    void withThreeChildrenTwoQuorumsHaveNoNodeInCommon(Reading reading) {
        TreeAsPrinted tree = new TreeAsPrinted(4, 3, reading);
        assertThat(quorumOfNode(tree, 2)).contains(nodes(1, 2));
        assertThat(quorumOfNode(tree, 3, 1, 2)).contains(nodes(3, 4));
        assertDisjointPair(quorumsOfAllViews(tree), nodes(1, 2), nodes(3, 4));
    }

    @Test
    void readLiterallyBinaryTreesAreSafe() {
        assertThat(quorumsOfAllViews(literal(7, 2))).hasSize(14);
        assertThat(quorumsOfAllViews(literal(9, 2))).hasSize(27);
        assertEveryTwoMeet(quorumsOfAllViews(literal(7, 2)));
        assertEveryTwoMeet(quorumsOfAllViews(literal(9, 2)));
    }

    @Test
    void readLiterallyTheQuorumOfThePaperAtT7CannotBeBuilt() {
        assertThat(quorumOfNode(literal(9, 2), 6)).contains(nodes(1, 3, 6));
        assertThat(quorumOfNode(literal(9, 2), 6, 1, 2, 3, 8)).isEmpty();
        assertThat(literal(9, 2).isQuorum(nodes(4, 5, 6, 7, 9))).isFalse();
    }

    @Test
    void readAsTheExampleNeedsItCanButTwoQuorumsHaveNoNodeInCommon() {
        TreeAsPrinted tree = asTheExampleNeeds(9, 2);
        assertThat(quorumOfNode(tree, 6, 1, 2, 3, 8)).contains(nodes(4, 5, 6, 7, 9));
        assertThat(quorumOfNode(tree, 6)).contains(nodes(1, 3, 6));
        assertThat(quorumOfNode(tree, 7, 1, 3, 4, 6)).contains(nodes(2, 5, 7));
        assertDisjointPair(quorumsOfAllViews(tree), nodes(1, 3, 6), nodes(2, 5, 7));
    }

    @Test
    void aSetIsAQuorumExactlyIfItContainsOneThatSomebodyCouldBuild() {
        for (Reading reading : Reading.values()) {
            for (int degree = 2; degree <= 3; degree++) {
                TreeAsPrinted tree = new TreeAsPrinted(8, degree, reading);
                var built = quorumsOfAllViews(tree);
                for (int bits = 0; bits < 1 << 8; bits++) {
                    NodeSet nodes = NodeSet.ofBits(bits);
                    assertThat(tree.isQuorum(nodes))
                            .as("%s in %s", nodes, tree.name())
                            .isEqualTo(built.stream().anyMatch(nodes::containsAll));
                }
            }
        }
    }
}
