package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What every quorum system obeys, checked against all subsets of its voters. */
abstract class QuorumSystemLaws {
    /** Systems of at most nine voters. */
    abstract Stream<QuorumSystem> systems();

    @TestFactory
    Stream<DynamicTest> everyTwoQuorumsMeet() {
        return lawFor(system -> {
            List<NodeSet> quorums = quorumsAmong(subsets(system.size()), system);
            assertThat(quorums).as("a system has at least one quorum").isNotEmpty();
            for (NodeSet one : quorums) {
                for (NodeSet other : quorums) {
                    assertThat(one.intersects(other))
                            .as("%s and %s", one, other)
                            .isTrue();
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> moreNodesThanAQuorumAreAQuorumToo() {
        return lawFor(system -> {
            for (NodeSet quorum : quorumsAmong(subsets(system.size()), system)) {
                for (int index = 0; index < system.size() + 2; index++) {
                    assertThat(system.isQuorum(quorum.with(NodeId.of(index)))).isTrue();
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> everyRequesterEvenAGuestHasAQuorumOfVoters() {
        return lawFor(system -> {
            for (int index = 0; index < system.size() + 3; index++) {
                NodeSet quorum = system.quorumOf(NodeId.of(index));
                assertThat(system.isQuorum(quorum)).isTrue();
                assertThat(NodeSet.first(system.size()).containsAll(quorum)).isTrue();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> avoidingReallyAvoidsAndFindsAQuorumExactlyWhenThereIsOne() {
        return lawFor(system -> {
            for (NodeSet suspected : subsets(system.size())) {
                NodeSet left = NodeSet.EMPTY;
                for (int index = 0; index < system.size(); index++) {
                    left = suspected.contains(NodeId.of(index)) ? left : left.with(NodeId.of(index));
                }
                for (int index = 0; index < system.size() + 1; index++) {
                    var quorum = system.quorumAvoiding(NodeId.of(index), suspected);
                    assertThat(quorum.isPresent()).isEqualTo(system.isQuorum(left));
                    quorum.ifPresent(found -> {
                        assertThat(found.intersects(suspected)).isFalse();
                        assertThat(system.isQuorum(found)).isTrue();
                    });
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> withNothingSuspectedTheUsualQuorumIsAsked() {
        return lawFor(system -> {
            for (int index = 0; index < system.size(); index++) {
                assertThat(system.quorumAvoiding(NodeId.of(index), NodeSet.EMPTY))
                        .contains(system.quorumOf(NodeId.of(index)));
            }
        });
    }

    private Stream<DynamicTest> lawFor(Law law) {
        return systems()
                .map(system ->
                        DynamicTest.dynamicTest(system.name() + " of " + system.size(), () -> law.holdsFor(system)));
    }

    private interface Law {
        void holdsFor(QuorumSystem system);
    }

    private static List<NodeSet> subsets(int size) {
        List<NodeSet> subsets = new ArrayList<>();
        for (int bits = 0; bits < 1 << size; bits++) {
            NodeSet subset = NodeSet.EMPTY;
            for (int index = 0; index < size; index++) {
                subset = (bits & (1 << index)) == 0 ? subset : subset.with(NodeId.of(index));
            }
            subsets.add(subset);
        }
        return subsets;
    }

    private static List<NodeSet> quorumsAmong(List<NodeSet> subsets, QuorumSystem system) {
        return subsets.stream().filter(system::isQuorum).toList();
    }
}
