// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static io.quorate.core.quorum.FailureViews.assertEveryTwoMeet;
import static io.quorate.core.quorum.FailureViews.nodes;
import static io.quorate.core.quorum.FailureViews.quorumOfNode;
import static io.quorate.core.quorum.FailureViews.quorumsOfAllViews;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Tree;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of any shape. The laws hold where no site has an only child; what such a site does is shown apart. */
class GivenTreeTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        if (voters == 2) {
            return Stream.empty(); // one of two is always an only child
        }
        return Stream.of(
                Quorums.named("tree-of:" + star(voters), voters),
                Quorums.named("tree-of:" + caterpillar(voters), voters),
                Quorums.named("tree-of:" + textOf(new Tree(voters), 0), voters));
    }

    private static String star(int sites) {
        return sites == 1
                ? "1"
                : IntStream.rangeClosed(2, sites)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",", "1(", ")"));
    }

    /** Each inner site has a leaf and the next inner site; the last one has what is left. The root is the highest number. */
    private static String caterpillar(int sites) {
        if (sites <= 3) {
            return sites == 1 ? "1" : sites == 2 ? "2(1)" : "3(2,1)";
        }
        return sites == 4 ? "4(3,2,1)" : sites + "(" + (sites - 1) + "," + caterpillar(sites - 2) + ")";
    }

    private static String textOf(Tree tree, int site) {
        String below =
                tree.childrenOf(site).stream().map(child -> textOf(tree, child)).collect(Collectors.joining(","));
        return "n" + (site + 1) + (below.isEmpty() ? "" : "(" + below + ")");
    }

    @Test
    void aTreeWrittenOutHasTheQuorumsOfTheTreeInLevelOrder() {
        for (int sites = 3; sites <= 12; sites++) {
            QuorumSystem written = Quorums.named("tree-of:" + textOf(new Tree(sites), 0), sites);
            Tree tree = new Tree(sites);
            for (int bits = 0; bits < 1 << sites; bits++) {
                NodeSet nodes = NodeSet.ofBits(bits);
                assertThat(written.isQuorum(nodes)).isEqualTo(tree.isQuorum(nodes));
            }
        }
    }

    /** In level order the sixth site of a binary tree is the only child of the third. */
    @Test
    void anOnlyChildStaysWhereItIs() {
        GivenTree six = GivenTree.parse("", 6);
        assertThat(six.childrenOf(2)).containsExactly(5);
        assertThat(new Tree(6).childrenOf(2)).isEmpty();
        assertThat(quorumOfNode(six, 6)).contains(nodes(1, 3, 6));
        assertThat(quorumOfNode(six, 3)).contains(nodes(1, 3, 6));
        assertThat(quorumOfNode(six, 6, 3)).contains(nodes(1, 6));
        assertThat(six.name()).isEqualTo("tree-of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1(2)", "1(2(3))", "3(2(1(4)))", "1(2(4),3(5))", "2(1(3(5,6)),4)", "1(2,3(4(5,6,7)))"})
    void quorumsOfAnyTwoViewsMeetWithOnlyChildrenToo(String shape) {
        int sites = (int) shape.chars().filter(Character::isDigit).count();
        GivenTree tree = GivenTree.parse(shape, sites);
        assertEveryTwoMeet(quorumsOfAllViews(tree));
        for (NodeSet quorum : quorumsOfAllViews(tree)) {
            assertThat(tree.isQuorum(quorum)).isTrue();
        }
    }

    @Test
    void theRootMayHaveAnyNumber() {
        GivenTree tree = GivenTree.parse("3(1,n2(4,5))", 5);
        assertThat(tree.root()).isEqualTo(2);
        assertThat(tree.fatherOf(NodeId.of(3))).contains(NodeId.of(1));
        assertThat(tree.fatherOf(NodeId.of(2))).isEmpty();
        assertThat(quorumOfNode(tree, 4)).contains(nodes(3, 2, 4));
        assertThat(quorumOfNode(tree, 4, 3)).contains(nodes(1, 2, 4));
        assertThat(quorumOfNode(tree, 4, 3, 2)).contains(nodes(1, 4, 5));
        assertThat(quorumOfNode(tree, 4, 3, 1)).isEmpty();
        assertThat(tree.variants()).isEqualTo(1);
    }

    @Test
    void aVeryDeepTreeIsReadAndUsed() {
        int sites = 2000;
        String chain =
                IntStream.rangeClosed(1, sites).mapToObj(Integer::toString).collect(Collectors.joining("("))
                        + ")".repeat(sites - 1);
        assertThat(GivenTree.parse(chain, sites).quorumOf(NodeId.of(7)).size()).isEqualTo(sites);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1(2,3      | 3 | a comma or a closing bracket at place 6
            1(2,2)     | 2 | n2 stands there twice
            1(2)       | 3 | n3 of the nodes n1 to n3 is missing
            1(2,4)     | 3 | n4 is none of the nodes n1 to n3
            1(2,)      | 2 | the number of a node at place 5
            1(2),3     | 3 | the tree ends before ",3"
            3          | 3 | n1 of the nodes n1 to n3 is missing
            0(1)       | 2 | n0 is none of the nodes
            1(2(3)     | 3 | a comma or a closing bracket at place 7
            """)
    void whatIsNoTreeIsRefused(String text, int sites, String reason) {
        assertThatThrownBy(() -> Quorums.named("tree-of:" + text, sites))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("as in tree-of:1(2,3(4,5))");
    }
}
