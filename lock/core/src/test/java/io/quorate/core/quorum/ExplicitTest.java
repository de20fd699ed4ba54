// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplicitTest extends QuorumSystemLaws {
    /** Figure 1(b) of Maekawa's paper, as it is printed there but for one set a line. */
    private static final String FANO = """
            # seven nodes
            S1 = {1, 2, 3}
            S2 = {2, 4, 6}
            S3 = {3, 5, 6}   # the set of node 3
            S4 = {1, 4, 5}

            S5 = {2, 5, 7}
            S6 = {1, 6, 7}
            S7 = {3, 4, 7}
            """;

    @Override
    public Stream<QuorumSystem> systems(int voters) {
        List<QuorumSystem> systems = new ArrayList<>();
        systems.add(new Explicit(voters, drawn(voters)));
        if (voters >= 3) {
            // nobody is in the middle of the list by itself, and two sets contain others
            systems.add(Explicit.ofSets("n2=n1,n2,n3/n1,n3/n1,n2,n3/n1,n2", voters));
        }
        if (voters == 7) {
            systems.add(Explicit.ofLines(FANO, 0));
        }
        return systems.stream();
    }

    /** Twenty sets drawn at random from those that meet all before; some contain others, some are the same. */
    private static List<NodeSet> drawn(int voters) {
        Random random = new Random(voters);
        List<NodeSet> sets = new ArrayList<>();
        for (int tries = 0; tries < 200 && sets.size() < 20; tries++) {
            NodeSet.Builder drawn = new NodeSet.Builder().add(random.nextInt(voters));
            for (int member = 0; member < voters / 2; member++) {
                drawn.add(random.nextInt(voters));
            }
            NodeSet set = drawn.build();
            if (sets.stream().allMatch(set::intersects)) {
                sets.add(set);
            }
        }
        return sets;
    }

    /** The list need not have a set with each node in it. */
    @Override
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return system.name().equals(Explicit.ofLines(FANO, 7).name());
    }

    @Test
    void nodeIAsksItsOwnSetWhenThereIsOneForEachNode() {
        Explicit inOrder = Explicit.ofSets("1,2,3/2,4,6/3,5,6/1,4,5/2,5,7/1,6,7/3,4,7", 7);
        assertThat(inOrder.quorumOf(NodeId.of(4))).isEqualTo(NodeSet.ofIndexes(1, 4, 6));
        assertThat(Explicit.ofLines(FANO, 0).size()).isEqualTo(7);
        assertThat(Explicit.ofLines(FANO, 0).name()).isEqualTo(inOrder.name());
        assertThat(Explicit.ofSets("S7={3,4,7}/S1={1,2,3}/n2={2,4,6}/3:3 5 6/S_4=1,4,5/5=2,5,7/6=n1 n6 n7", 7)
                        .name())
                .isEqualTo(inOrder.name());
    }

    @Test
    void otherwiseANodeAsksASetThatItIsInAndThoseAreSharedOut() {
        Explicit two = new Explicit(3, List.of(NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(1, 2)));
        assertThat(two.quorumOf(NodeId.of(0))).isEqualTo(NodeSet.ofIndexes(0, 1));
        assertThat(two.quorumOf(NodeId.of(1))).isEqualTo(NodeSet.ofIndexes(1, 2));
        assertThat(two.quorumOf(NodeId.of(2))).isEqualTo(NodeSet.ofIndexes(1, 2));
        Explicit labelled = Explicit.ofSets("n2=n1,n2/n2,n3", 3);
        assertThat(labelled.quorumOf(NodeId.of(1))).isEqualTo(NodeSet.ofIndexes(0, 1));
        assertThat(labelled.name()).isNotEqualTo(two.name());
    }

    @Test
    void aSetThatContainsAnotherIsNotWaitedForInFull() {
        Explicit nested = Explicit.ofSets("n1,n3/n2,n3/n1,n3/n3,n4,n5/n3,n5", 5);
        assertThat(nested.quorumOf(NodeId.of(3))).isEqualTo(NodeSet.ofIndexes(2, 4));
        assertThat(nested.coterie().count()).isEqualTo(3);
        assertThat(nested.name()).isEqualTo("sets:n1,n3/n2,n3/n1,n3/n3,n4,n5/n3,n5");
        // of several smaller ones the one with the node in it
        assertThat(Explicit.ofSets("n3=n1,n2,n3/n1,n2/n2,n3", 3).quorumOf(NodeId.of(2)))
                .isEqualTo(NodeSet.ofIndexes(1, 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sets:n1,n2/n2,n3/n1,n3", "sets:n2=n1,n2/n2,n3", "sets:n1"})
    void isFoundByItsNameWhichSaysAll(String name) {
        assertThat(Quorums.named(name, 3)).isInstanceOf(Explicit.class);
        assertThat(Quorums.named(name, 3).name()).isEqualTo(name);
    }

    @Test
    void labelsOfAFileSurviveWhateverTheNumberOfVoters() {
        String name = Explicit.nameOfLines("S3 = {1,3}\nS1 = {1,2}\nS2 = {1,3}");
        assertThat(name).isEqualTo("sets:n3=n1,n3/n1=n1,n2/n2=n1,n3");
        assertThat(Quorums.named(name, 3).name()).isEqualTo("sets:n1,n2/n1,n3/n1,n3");
        assertThat(Quorums.named(name, 5).name()).isEqualTo(name);
        assertThat(Quorums.named(name, 5).quorumOf(NodeId.of(1))).isEqualTo(NodeSet.ofIndexes(0, 2));
    }

    @Test
    void inTheVariantsEachNodeAsksEachOfTheQuorumsThatItIsInEquallyOften() {
        Explicit fano = Explicit.ofLines(FANO, 7);
        assertThat(fano.variants()).isEqualTo(3);
        int[] asked = new int[7];
        for (int which = 0; which < 3; which++) {
            QuorumSystem variant = fano.variant(which);
            NodeSet ofFirst = variant.quorumOf(NodeId.of(0));
            assertThat(ofFirst.contains(0)).isTrue();
            for (int index = ofFirst.next(0); index >= 0; index = ofFirst.next(index + 1)) {
                asked[index]++;
            }
        }
        assertThat(asked).containsExactly(3, 1, 1, 1, 1, 1, 1);
        // some nodes in 2 quorums and some in 3: each takes its turns evenly only after 6
        assertThat(Explicit.ofSets("n1,n2/n1,n3/n1,n2/n2,n3,n1/n1,n4/n5,n1,n6", 6)
                        .variants())
                .isEqualTo(4);
        assertThat(Explicit.ofSets("n1,n2,n3/n3,n4,n5/n5,n6,n1/n1,n4,n7/n3,n6,n7/n2,n5,n7", 7)
                        .variants())
                .isEqualTo(6);
    }

    @Test
    void hundredsOfSetsAreLookedOverAtOnce() {
        // {i, i+1, ..., i+190} of 381: every two meet; each of these sets is much larger than the lines of a plane
        List<NodeSet> sets = new ArrayList<>();
        for (int first = 0; first < 381; first++) {
            NodeSet.Builder set = new NodeSet.Builder();
            for (int step = 0; step <= 190; step++) {
                set.add((first + step) % 381);
            }
            sets.add(set.build());
        }
        Explicit system = new Explicit(381, sets);
        assertThat(system.coterie().count()).isEqualTo(381);
        assertThat(system.quorumOf(NodeId.of(380))).isEqualTo(sets.get(380));
    }

    @Test
    void setsThatDoNotMeetAreRefusedAndThePairIsNamed() {
        assertThatThrownBy(() -> new Explicit(4, List.of(NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(2, 3))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{n1,n2} and {n3,n4} have no node in common");
    }

    @Test
    void listsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> new Explicit(2, List.of())).hasMessageContaining("at least one quorum");
        assertThatThrownBy(() -> new Explicit(2, List.of(NodeSet.ofIndexes(0, 2))))
                .hasMessageContaining("outside the voters n1 to n2");
        assertThatThrownBy(() -> new Explicit(2, List.of(NodeSet.EMPTY))).hasMessageContaining("at least one node");
        assertThatThrownBy(() -> Explicit.ofSets("n3=n1,n2", 2)).hasMessageContaining("quorum of n3 is listed");
        assertThatThrownBy(() -> Explicit.ofLines("# nothing\n\n", 3)).hasMessageContaining("there is no quorum in it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "n1 n2\\nn1 x3        | line 2: \"\"x3\"\" is no node",
                "n1 n2\\n\\n# c\\nn1,,n3 | line 4: a node is missing",
                "S1 = {1, 2           | line 1: \"\"S1 = {1, 2\"\" is no quorum",
                "S1={1,2}, S2={2,3}   | line 1: \"\"S1={1,2}, S2={2,3}\"\" is no quorum",
                "S1={1,2}\\nS1={2,3}  | line 2: n1 has a quorum already",
                "S1={}                | line 1: a node is missing",
                "n0 n1                | line 1: nodes are counted from 1",
                "1 999999999          | line 1: nodes are counted from 1",
                "n1 n2 n1             | line 1: n1 is named twice"
            })
    void aLineThatIsNoQuorumIsRefusedWithItsNumberAndWhatToWrite(String lines, String complaint) {
        assertThatThrownBy(() -> Explicit.ofLines(lines.replace("\\n", "\n"), 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(complaint.replace("\"\"", "\""))
                .hasMessageContaining("is written n1,n2,n3 or 1 2 3");
    }

    @Test
    void filesOfOtherEditorsAreReadToo() {
        assertThat(Explicit.ofLines("\uFEFFn1 n2\r\n\tn2\tn3\r\n", 3).name()).isEqualTo("sets:n1,n2/n2,n3");
    }
}
