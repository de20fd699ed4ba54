// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What every quorum system obeys: for few voters checked against all subsets of them, for up to 200 at random. */
public abstract class QuorumSystemLaws {
    private static final int BRUTE_FORCE_MAX = 12;

    /** The systems of this construction with so many voters; none if it does not fit so many. */
    public abstract Stream<QuorumSystem> systems(int voters);

    /** Whether the construction promises that node i is in the quorum that it asks (Maekawa's property b). */
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return true;
    }

    @TestFactory
    public Stream<DynamicTest> everyTwoQuorumsMeet() {
        return lawFor(system -> {
            List<NodeSet> quorums = minimalQuorums(system);
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
    public Stream<DynamicTest> moreNodesThanAQuorumAreAQuorumToo() {
        return lawFor(system -> {
            for (NodeSet quorum : quorums(system)) {
                for (int index = 0; index < system.size() + 2; index++) {
                    assertThat(system.isQuorum(quorum.with(NodeId.of(index)))).isTrue();
                }
            }
        });
    }

    @TestFactory
    public Stream<DynamicTest> everyRequesterEvenAGuestAsksAQuorumOfVotersWithNobodyTooMany() {
        return lawFor(system -> {
            for (int index = 0; index < system.size() + 3; index++) {
                NodeSet quorum = system.quorumOf(NodeId.of(index));
                assertMinimal(system, quorum);
                assertThat(NodeSet.first(system.size()).containsAll(quorum)).isTrue();
            }
        });
    }

    @TestFactory
    public Stream<DynamicTest> avoidingReallyAvoidsAndFindsAQuorumExactlyWhenThereIsOne() {
        return lawFor(system -> {
            NodeSet everybody = NodeSet.first(system.size());
            List<NodeSet> minimal = minimalQuorums(system);
            for (NodeSet suspected : subsets(system.size())) {
                NodeSet left = everybody.minus(suspected);
                boolean possible = minimal.stream().anyMatch(left::containsAll);
                for (int index = 0; index < system.size() + 1; index++) {
                    Optional<NodeSet> quorum = system.quorumAvoiding(NodeId.of(index), suspected);
                    assertThat(quorum.isPresent()).as("without %s", suspected).isEqualTo(possible);
                    quorum.ifPresent(found -> {
                        assertThat(found.intersects(suspected)).isFalse();
                        assertMinimal(system, found);
                    });
                }
            }
        });
    }

    @TestFactory
    public Stream<DynamicTest> withNothingSuspectedTheUsualQuorumIsAsked() {
        return lawFor(system -> {
            for (int index = 0; index < system.size(); index++) {
                assertThat(system.quorumAvoiding(NodeId.of(index), NodeSet.EMPTY))
                        .contains(system.quorumOf(NodeId.of(index)));
            }
        });
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    public void lawsHoldForManyVotersInEveryVariant(
            @ForAll @IntRange(min = 1, max = 200) int voters, @ForAll long seed) {
        Random random = new Random(seed);
        systems(voters).forEach(system -> {
            obeysTheLaws(system, random);
            obeysTheLaws(system.variant(random.nextInt(system.variants())), random);
        });
    }

    private void obeysTheLaws(QuorumSystem system, Random random) {
        List<NodeSet> quorums = new ArrayList<>();
        for (int index = 0; index < system.size() + 2; index++) {
            NodeSet quorum = system.quorumOf(NodeId.of(index));
            assertMinimal(system, quorum);
            if (index < system.size() && everyVoterIsInItsOwnQuorum(system)) {
                assertThat(quorum.contains(index))
                        .as("n%d in %s", index + 1, quorum)
                        .isTrue();
            }
            quorums.add(quorum);
        }
        NodeSet everybody = NodeSet.first(system.size());
        for (int view = 0; view < 40; view++) {
            double failing = random.nextDouble();
            NodeSet.Builder down = new NodeSet.Builder();
            IntStream.range(0, system.size())
                    .filter(index -> random.nextDouble() < failing)
                    .forEach(down::add);
            NodeSet suspected = down.build();
            NodeId requester = NodeId.of(random.nextInt(system.size()));
            Optional<NodeSet> found = system.quorumAvoiding(requester, suspected);
            assertThat(found.isPresent()).isEqualTo(system.isQuorum(everybody.minus(suspected)));
            found.ifPresent(quorum -> {
                assertThat(quorum.intersects(suspected)).isFalse();
                assertMinimal(system, quorum);
                quorums.add(quorum);
            });
        }
        for (NodeSet one : quorums) {
            for (NodeSet other : quorums) {
                if (!one.intersects(other)) {
                    throw new AssertionError(system.name() + " of " + system.size() + ": " + one + " and " + other);
                }
            }
        }
    }

    /** Minimality: a quorum, and none any more without any one of its members. */
    private static void assertMinimal(QuorumSystem system, NodeSet quorum) {
        if (!system.isQuorum(quorum)) {
            throw new AssertionError(quorum + " is no quorum of " + system.name() + " of " + system.size());
        }
        for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
            if (system.isQuorum(quorum.without(NodeId.of(index)))) {
                throw new AssertionError(
                        system.name() + " of " + system.size() + ": " + quorum + " does not need " + NodeId.of(index));
            }
        }
    }

    private Stream<DynamicTest> lawFor(Law law) {
        return IntStream.rangeClosed(1, BRUTE_FORCE_MAX)
                .boxed()
                .flatMap(this::systems)
                .map(system ->
                        DynamicTest.dynamicTest(system.name() + " of " + system.size(), () -> law.holdsFor(system)));
    }

    private interface Law {
        void holdsFor(QuorumSystem system);
    }

    private static List<NodeSet> subsets(int size) {
        return IntStream.range(0, 1 << size).mapToObj(NodeSet::ofBits).toList();
    }

    private static List<NodeSet> quorums(QuorumSystem system) {
        return subsets(system.size()).stream().filter(system::isQuorum).toList();
    }

    private static List<NodeSet> minimalQuorums(QuorumSystem system) {
        return quorums(system).stream()
                .filter(quorum -> IntStream.range(0, system.size())
                        .filter(quorum::contains)
                        .noneMatch(index -> system.isQuorum(quorum.without(NodeId.of(index)))))
                .toList();
    }
}
