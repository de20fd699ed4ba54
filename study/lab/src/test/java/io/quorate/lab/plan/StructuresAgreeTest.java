// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.structure.Gate;
import io.quorate.lab.plan.structure.LargeList;
import io.quorate.lab.plan.structure.QuorumList;
import io.quorate.lab.plan.structure.Structure;
import io.quorate.lab.plan.structure.Subsets;
import io.quorate.lab.plan.structure.Unlisted;
import io.quorate.lab.simulate.chance.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a clever way says of a system is what looking at every set of its nodes says. */
final class StructuresAgreeTest {
    private static final double P = 0.1;

    static Stream<QuorumSystem> smallSystems() {
        Stream<QuorumSystem> usual =
                IntStream.rangeClosed(1, 13).boxed().flatMap(voters -> Quorums.possibleFor(voters).stream());
        Stream<QuorumSystem> special = Stream.of(
                Quorums.named("tree:3", 13),
                Quorums.named("tree:4", 11),
                Quorums.named("hierarchical:3x3", 9),
                Quorums.named("hierarchical:5,4,4", 13),
                Quorums.named("hierarchical:2,3", 5),
                Quorums.named("weighted:3,1,1,1", 4),
                Quorums.named("weighted:4,6,2,8,0,2", 6),
                Quorums.named("weighted:100000,100000,99999,1", 4));
        return Stream.concat(usual, special);
    }

    @ParameterizedTest
    @MethodSource("smallSystems")
    void everySystemOfTheCatalogIsSeenRightly(QuorumSystem system) {
        assertThatItAgrees(Structure.of(system, new Randomness(1)), Subsets.of(system), system);
    }

    @ParameterizedTest
    @MethodSource("smallSystems")
    void listsAreSeenRightlyWithoutLookingAtEverySet(QuorumSystem system) {
        QuorumList.of(system)
                .ifPresent(list -> assertThatItIsWithin(
                        LargeList.of(system, list, new Randomness(1)), Subsets.of(system), system));
    }

    @ParameterizedTest
    @MethodSource("smallSystems")
    void ofAnySystemTheBoundsAreRight(QuorumSystem system) {
        assertThatItIsWithin(Unlisted.of(system, new Randomness(1)), Subsets.of(system), system);
    }

    @Property(tries = 200)
    void gatesWithinGatesAreSeenRightly(@ForAll long seed) {
        Random random = new Random(seed);
        RandomGate made = randomGate(random, 9, 0);
        Explicit system = new Explicit(made.voters, made.quorums);
        assertThatItAgrees(made.gate, Subsets.of(system), system);
    }

    /** A gate with its quorums written out, over the voters from a number on. */
    private record RandomGate(Gate gate, int voters, List<NodeSet> quorums) {}

    private static RandomGate randomGate(Random random, int votersMax, int first) {
        int parts = 1 + random.nextInt(4);
        if (votersMax < parts || random.nextInt(3) == 0) {
            return new RandomGate(Gate.node(), 1, List.of(NodeSet.ofIndexes(first)));
        }
        List<Gate.Part> inGate = new ArrayList<>();
        List<RandomGate> made = new ArrayList<>();
        int voters = 0;
        int total = 0;
        for (int part = 0; part < parts; part++) {
            RandomGate each = randomGate(random, votersMax - voters - (parts - 1 - part), first + voters);
            int weight = part == parts - 1 && total == 0 ? 1 : random.nextInt(4);
            inGate.add(new Gate.Part(each.gate, weight));
            made.add(each);
            voters += each.voters;
            total += weight;
        }
        int needed = total / 2 + 1 + random.nextInt(total - total / 2);
        return new RandomGate(Gate.of(inGate, needed), voters, quorums(inGate, made, needed));
    }

    private static List<NodeSet> quorums(List<Gate.Part> parts, List<RandomGate> made, int needed) {
        List<NodeSet> quorums = new ArrayList<>();
        for (int set = 1; set < 1 << parts.size(); set++) {
            int weight = 0;
            List<NodeSet> unions = List.of(NodeSet.EMPTY);
            for (int place = 0; place < parts.size(); place++) {
                if ((set >>> place & 1) == 1) {
                    weight += parts.get(place).weight();
                    List<NodeSet> more = made.get(place).quorums;
                    unions = unions.stream()
                            .flatMap(one -> more.stream().map(one::union))
                            .toList();
                }
            }
            if (weight >= needed) {
                quorums.addAll(unions);
            }
        }
        return quorums;
    }

    @Test
    void aTreeIsAGateOfHubs() {
        Gate.Part leaf = new Gate.Part(Gate.node(), 1);
        Gate ofThree = Gate.of(List.of(leaf, leaf, leaf), 2);
        Gate ofSeven = Gate.of(List.of(leaf, new Gate.Part(ofThree, 1), new Gate.Part(ofThree, 1)), 2);
        Explicit system = SampleSystems.tree(7, 2);
        assertThatItAgrees(ofSeven, Subsets.of(system), system);
        assertThat(ofSeven.load().atLeast()).isCloseTo(0.5, within(1e-12));
    }

    private static void assertThatItAgrees(Structure structure, Subsets truth, QuorumSystem system) {
        String name = system.name() + " of " + system.size();
        assertThat(structure.resilience().isExact()).as(name).isTrue();
        assertThat(structure.resilience().atLeast())
                .as(name)
                .isEqualTo(truth.resilience().atLeast());
        assertThat(structure.load().isExact()).as(name).isTrue();
        assertThat(structure.load().atLeast()).as(name).isCloseTo(truth.load().atLeast(), within(1e-9));
        assertThat(structure.unavailability(P).probability())
                .as(name)
                .isCloseTo(truth.unavailability(P).probability(), Percentage.withPercentage(1e-6));
        assertThat(structure.dominance()).as(name).isEqualTo(truth.dominance());
    }

    private static void assertThatItIsWithin(Structure structure, Subsets truth, QuorumSystem system) {
        String name = system.name() + " of " + system.size();
        int survived = truth.resilience().atLeast();
        assertThat(survived)
                .as(name)
                .isBetween(
                        structure.resilience().atLeast(), structure.resilience().atMost());
        double load = truth.load().atLeast();
        assertThat(structure.load().atLeast()).as(name).isLessThanOrEqualTo(load + 1e-9);
        assertThat(structure.load().atMost()).as(name).isGreaterThanOrEqualTo(load - 1e-9);
        Unavailability estimated = structure.unavailability(P);
        double probability = truth.unavailability(P).probability();
        assertThat(estimated.probability())
                .as(name)
                .isCloseTo(probability, within(5 * estimated.standardError() + 1e-4 * probability));
        assertThat(structure.dominance()).isIn(Dominance.NOT_KNOWN, truth.dominance());
    }
}
