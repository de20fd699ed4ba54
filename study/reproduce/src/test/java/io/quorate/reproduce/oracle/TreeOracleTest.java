// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.tree.TreeLock;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeOracleTest {
    /** "Intersection" and "Minimality", for all views of what has failed. */
    @ParameterizedTest
    @CsvSource({"3, 2", "7, 2", "9, 2", "4, 3", "5, 4"})
    void pathsWithDetoursAreACoterie(int sites, int degree) {
        Set<Integer> quorums = TreeOracle.quorumsOfAllViews(sites, degree);
        for (int one : quorums) {
            for (int other : quorums) {
                assertThat(one & other).isNotZero();
                assertThat(one == other || (one & other) != other)
                        .as("%d contains %d", one, other)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 1", "7, 2, 2", "4, 3, 1", "5, 4, 1", "13, 3, 2"})
    void thereAreAsManyAsTheFormulaSays(int sites, int degree, int depth) {
        assertThat((long) TreeOracle.quorumsOfAllViews(sites, degree).size())
                .isEqualTo(TreeOracle.countOfComplete(degree, depth));
    }

    /** What a site really asks is one of them; and it finds one whenever there is one. */
    @ParameterizedTest
    @CsvSource({"7, 2", "9, 2", "4, 3", "5, 4"})
    void theQuorumThatIsUsedIsOneOfThem(int sites, int degree) {
        Tree tree = new Tree(sites, degree);
        for (int failed = 0; failed < 1 << sites; failed++) {
            Set<Integer> known = TreeOracle.quorums(0, sites, degree, failed);
            for (int site = 0; site < sites; site++) {
                Optional<NodeSet> used = tree.quorumAvoiding(NodeId.of(site), NodeSet.ofBits(failed));
                assertThat(used.isPresent()).isEqualTo(!known.isEmpty());
                if (used.isPresent()) {
                    int mask = 0;
                    for (int each = 0; each < sites; each++) {
                        mask |= used.orElseThrow().contains(each) ? 1 << each : 0;
                    }
                    assertThat(known).contains(mask);
                }
            }
        }
    }

    /** "Complexity study": h+1 sites in a quorum of a complete tree; with Relinq 3h messages, not 2h. */
    @ParameterizedTest
    @CsvSource({"7, 2, 2", "15, 2, 3", "13, 3, 2"})
    void anEntryAloneTakesThreeMessagesForEachLevel(int sites, int degree, int depth) {
        assertThat(TreeOracle.quorums(0, sites, degree, 0)).allMatch(path -> Integer.bitCount(path) == depth + 1);
        assertThat(Demand.light(Setup.of(new TreeLock(), new Tree(sites, degree), sites))
                        .messagesPerEntry())
                .isEqualTo(3.0 * depth);
    }
}
