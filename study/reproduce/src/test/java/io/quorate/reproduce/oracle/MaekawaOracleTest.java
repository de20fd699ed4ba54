// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.measure.Explored;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaekawaOracleTest {
    /** The sets of a system as bit masks. */
    static List<Integer> masks(QuorumSystem system) {
        return IntStream.range(0, system.size())
                .map(node -> IntStream.range(0, system.size())
                        .filter(member -> system.quorumOf(NodeId.of(node)).contains(member))
                        .map(member -> 1 << member)
                        .sum())
                .boxed()
                .toList();
    }

    /** Section 3: no choice of sets is better, and for 3 and 7 it is a plane. */
    @ParameterizedTest
    @CsvSource({"2, 2", "3, 2", "4, 3", "5, 3", "6, 3", "7, 3"})
    void theSetsThatAreUsedAreAsSmallAsAnyCanBe(int nodes, int known) {
        assertThat(MaekawaOracle.leastMembers(nodes)).isEqualTo(known).isEqualTo(MaekawaOracle.membersOfAPlane(nodes));
        List<Integer> used = masks(new Maekawa().usualQuorums(nodes));
        assertThat(MaekawaOracle.properties(used)).isEqualTo("abcd");
        assertThat(Integer.bitCount(used.get(0))).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource({
        "plane, 31, abcd",
        "degenerate-plane, 18, ab",
        "grid, 25, abcd",
        "grid, 10, ab",
        "majority, 8, abcd",
        "all, 9, abcd"
    })
    void theSystemsHaveTheProperties(String system, int nodes, String letters) {
        assertThat(MaekawaOracle.properties(masks(Quorums.named(system, nodes))))
                .isEqualTo(letters);
    }

    /** Tables I and II by the formula of section 8.1, beside the simulator. */
    @ParameterizedTest
    @CsvSource({"plane, 7", "plane, 13", "plane, 31", "degenerate-plane, 5", "degenerate-plane, 18", "grid, 16"})
    void anEntryAloneTakesTheMessagesOfTheFormula(String system, int nodes) {
        QuorumSystem quorums = Quorums.named(system, nodes);
        assertThat(Demand.light(Setup.of(new Maekawa(), quorums, nodes)).messagesPerEntry())
                .isCloseTo(MaekawaOracle.messagesAlone(masks(quorums)), within(1e-9));
    }

    /** E-M1: model and checker agree that section 4 as printed deadlocks with three requesters and one set of two. */
    @Test
    void asPrintedThreeRequestersDeadlock() {
        Search.Found model = Search.from(new ArbiterModel(ArbiterModel.Rules.MAEKAWA_PRINTED));
        assertThat(model.mostInside()).isEqualTo(1);
        assertThat(model.deadlocks()).isPositive();
        assertThat(checked("rules as-printed").summary()).startsWith("a deadlock");
    }

    @Test
    void correctedTheyDoNot() {
        Search.Found model = Search.from(new ArbiterModel(ArbiterModel.Rules.CORRECTED));
        assertThat(model.mostInside()).isEqualTo(1);
        assertThat(model.deadlocks()).isZero();
        assertThat(checked("").isVerified()).isTrue();
    }

    private static Explored checked(String rules) {
        Setup setup = Setup.parse("nodes 5  protocol maekawa  " + rules + "  quorums {n4,n5}  network fifo");
        return Explored.of(setup, Limits.contenders(3, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 13, 21, 31})
    void aPlaneHasAsManyMembersAsTheFormulaSays(int nodes) {
        assertThat(Integer.bitCount(masks(Quorums.named("plane", nodes)).get(0)))
                .isEqualTo(MaekawaOracle.membersOfAPlane(nodes));
    }
}
