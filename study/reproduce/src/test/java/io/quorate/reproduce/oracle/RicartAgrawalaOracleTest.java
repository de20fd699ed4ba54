// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.simulate.Demand;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.measure.Explored;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RicartAgrawalaOracleTest {
    /** Section 3, and the appendix: N(N+1)/2-1 and 2(N-1) are both 2 for two nodes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoNodesExcludeEachOtherAndNobodyIsPassedMoreThanTwice(boolean isOrdered) {
        Search.Found model = Search.from(new RicartAgrawalaModel(2, 4, isOrdered, true));
        assertThat(model.mostInside()).isEqualTo(1);
        assertThat(model.deadlocks()).isZero();
        assertThat(model.most()).isEqualTo(2);
        assertThat(checked(isOrdered, 2).isVerified()).isTrue();
        assertThat(checked(isOrdered, 1).isBroken()).isTrue();
    }

    private static Explored checked(boolean isOrdered, int passes) {
        Setup setup = Setup.parse("nodes 2  protocol ricart-agrawala  rules counted  quorums all  network "
                + (isOrdered ? "fifo" : "unordered") + "  passed at-most-" + passes);
        return Explored.of(setup, Limits.contenders(2, 4));
    }

    /** E-R2: a node that does not count its own number as seen passes another as often as it asks. */
    @Test
    void asPrintedOneIsPassedWithoutEnd() {
        assertThat(Search.from(new RicartAgrawalaModel(2, 4, false, false)).most())
                .isEqualTo(4);
        assertThat(Search.from(new RicartAgrawalaModel(2, 5, false, false)).most())
                .isEqualTo(5);
    }

    @Test
    void threeNodesExcludeEachOther() {
        Search.Found model = Search.from(new RicartAgrawalaModel(3, 1, true, true));
        assertThat(model.mostInside()).isEqualTo(1);
        assertThat(model.deadlocks()).isZero();
    }

    /** Section 4.1: every run of the model takes 2(N-1) messages for an entry, and so does the simulator. */
    @ParameterizedTest
    @CsvSource({"2, 3", "3, 1"})
    void anEntryTakesTwoMessagesForEachOtherNode(int nodes, int times) {
        Set<Integer> counted = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        Deque<RicartAgrawalaModel> open = new ArrayDeque<>(List.of(new RicartAgrawalaModel(nodes, times, true, true)));
        while (!open.isEmpty()) {
            RicartAgrawalaModel state = open.remove();
            if (seen.add(state.toString())) {
                counted.add(state.messagesPerEntryAtTheEnd());
                open.addAll(state.next());
            }
        }
        assertThat(counted).containsExactly(-1, 2 * (nodes - 1));
        assertThat(Demand.heavy(Setup.usual(new RicartAgrawala(), nodes)).messagesPerEntry())
                .isEqualTo(2 * (nodes - 1));
    }
}
