// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorum.systems.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Thiare and Fall: only those members of a quorum are asked that are in two. */
class IntersectionOnlyTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        List<QuorumSystem> systems = new ArrayList<>(List.of(IntersectionOnly.usual(voters)));
        systems.add(IntersectionOnly.made(voters, 2));
        systems.add(IntersectionOnly.made(voters, Math.max(2, voters / 2)));
        systems.add(IntersectionOnly.made(voters, Math.max(2, voters)));
        if (voters >= 6) {
            systems.add(IntersectionOnly.made(voters, 4, 2));
        }
        if (voters >= 4) {
            NodeSet everybody = NodeSet.first(voters);
            systems.add(
                    IntersectionOnly.of(voters, List.of(everybody, NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(1, 2))));
        }
        return systems.stream();
    }

    /** Clients are in no quorum that is asked. */
    @Override
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return false;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void restrictedQuorumsMeetExactlyIfThereAreTwo(int nodes) {
        assertThat(familiesThatKeepTheCondition(nodes)).isEqualTo(new int[] {0, 1, 5, 39, 1375}[nodes]);
    }

    @Test
    @Tag("long")
    void restrictedQuorumsOfFiveNodesMeetExactlyIfThereAreTwo() {
        assertThat(familiesThatKeepTheCondition(5)).isEqualTo(1_314_815);
    }

    /** Goes through all families of sets of which every two meet; how many there are with at least one set. */
    private static int familiesThatKeepTheCondition(int nodes) {
        return extend(new ArrayList<>(), 1, 1 << nodes);
    }

    private static int extend(List<NodeSet> family, int from, int to) {
        int count = 0;
        for (int bits = from; bits < to; bits++) {
            NodeSet set = NodeSet.ofBits(bits);
            if (family.stream().allMatch(set::intersects)) {
                family.add(set);
                assertMeetsIfTwo(family);
                count += 1 + extend(family, bits + 1, to);
                family.remove(family.size() - 1);
            }
        }
        return count;
    }

    private static void assertMeetsIfTwo(List<NodeSet> family) {
        List<NodeSet> restricted = IntersectionOnly.restricted(family);
        boolean meet = restricted.stream().allMatch(one -> restricted.stream().allMatch(one::intersects));
        if (meet != family.size() >= 2) {
            throw new AssertionError(family + " restricted: " + restricted);
        }
        if (family.size() == 1) {
            List<NodeSet> twice = List.of(family.get(0), family.get(0));
            assertThat(IntersectionOnly.restricted(twice)).isEqualTo(twice);
        }
    }

    @Test
    void oneArbiterIsACentralServer() {
        for (String name : List.of("intersection-only:2", "intersection-only:5,5")) {
            QuorumSystem system = Quorums.named(name, 9);
            for (int node = 0; node < 9; node++) {
                assertThat(system.quorumOf(NodeId.of(node))).isEqualTo(new Singleton(9).quorumOf(NodeId.of(node)));
            }
        }
    }

    @Test
    void asManyArbitersAsNodesAskEverybody() {
        NodeSet everybody = NodeSet.first(6);
        IntersectionOnly system = IntersectionOnly.of(6, List.of(everybody, everybody));
        for (int node = 0; node < 6; node++) {
            assertThat(system.quorumOf(NodeId.of(node))).isEqualTo(new All(6).quorumOf(NodeId.of(node)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 13, 21, 57})
    void aPlaneOfAllNodesIsMaekawas(int nodes) {
        IntersectionOnly system = IntersectionOnly.usual(nodes);
        ProjectivePlane plane = new ProjectivePlane(nodes);
        List<NodeSet> asked = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            NodeSet quorum = system.quorumOf(NodeId.of(node));
            assertThat(quorum.contains(node)).isTrue();
            assertThat(quorum.size()).isEqualTo(plane.order() + 1);
            assertThat(plane.isQuorum(quorum)).isTrue();
            asked.add(quorum);
        }
        assertThat(asked).doesNotHaveDuplicates();
    }

    private static double messages(QuorumSystem system) {
        return IntStream.range(0, system.size())
                .mapToObj(NodeId::of)
                .mapToInt(node -> 3 * system.quorumOf(node).without(node).size())
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"57, 7, 8.6", "57, 13, 11.3", "57, 21, 13.9", "57, 57, 21", "8, 7, 6.375", "10, 7, 6.9", "20, 13, 10.05"
    })
    void aSmallPlaneOfArbitersSavesMessages(int nodes, int quorums, double messages) {
        IntersectionOnly system = IntersectionOnly.made(nodes, quorums);
        assertThat(messages(system)).isCloseTo(messages, within(0.05));
        assertThat(system.arbiters()).isEqualTo(quorums);
    }

    @Test
    void aHoldCostsAClient3MAndAnArbiter3MLess3() {
        IntersectionOnly system = IntersectionOnly.made(57, 13);
        for (int node = 0; node < 57; node++) {
            boolean arbiter = system.coterie().quorumsWith(node) > 0;
            assertThat(arbiter).isEqualTo(node < 13);
            assertThat(system.quorumOf(NodeId.of(node)).without(NodeId.of(node)).size())
                    .isEqualTo(arbiter ? 3 : 4);
        }
    }

    @Test
    void eachQuorumIsAskedByEquallyMany() {
        IntersectionOnly system = IntersectionOnly.made(57, 7);
        int[] asked = new int[7];
        for (int node = 0; node < 57; node++) {
            asked[system.coterie().placeAskedBy(NodeId.of(node))]++;
        }
        assertThat(asked).containsOnly(8, 9);
    }

    @ParameterizedTest
    @CsvSource({"57, 7, 0.44", "57, 13, 0.335", "57, 21, 0.265", "57, 57, 0.141", "1000, 993, 0.0345"})
    void clientsLoadTheArbitersAboutAlike(int nodes, int quorums, double busiest) {
        IntersectionOnly system = IntersectionOnly.made(nodes, quorums);
        int[] asked = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            NodeSet quorum = system.quorumOf(NodeId.of(node));
            for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
                asked[index]++;
            }
        }
        assertThat(Arrays.stream(asked).max().orElseThrow() / (double) nodes).isLessThan(busiest);
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "7, 3", "13, 4", "21, 5", "57, 8", "5, 2", "9, 2", "2, 2", "6, 4", "12, 8", "14, 6"})
    void theseReachTheFewestArbitersThatThereCanBe(int quorums, int load) {
        Coterie coterie = IntersectionOnly.made(100, quorums, load).coterie();
        int most =
                IntStream.range(0, coterie.count()).map(coterie::sizeAt).max().orElseThrow();
        assertThat(most).isEqualTo(SharedArbiters.leastFor(quorums, load));
    }

    @Test
    void noArbiterServesMoreThanItMayAndTheBoundIsNearlyReached() {
        double members = 0;
        double fewest = 0;
        for (int quorums = 2; quorums <= 40; quorums++) {
            for (int load = 2; load <= quorums; load++) {
                int[][] arbiters = SharedArbiters.of(quorums, load, 10_000);
                assertThat(arbiters).as("%d quorums, load %d", quorums, load).isNotNull();
                boolean[][] met = new boolean[quorums][quorums];
                for (int[] served : arbiters) {
                    assertThat(served.length).isBetween(2, load);
                    for (int one : served) {
                        for (int other : served) {
                            met[one][other] = true;
                        }
                    }
                    members += served.length;
                }
                assertThat(met).isDeepEqualTo(allTrue(quorums));
                fewest += quorums * SharedArbiters.leastFor(quorums, load);
            }
        }
        assertThat(members / fewest).isLessThan(1.15);
    }

    private static boolean[][] allTrue(int size) {
        boolean[][] all = new boolean[size][size];
        for (boolean[] row : all) {
            Arrays.fill(row, true);
        }
        return all;
    }

    @Test
    void aFamilyCanBeGivenAndItsNameSaysAll() {
        // the two quorums share n3 only, so that is the one to ask
        QuorumSystem system = Quorums.named("intersection-only:n1,n2,n3/n3,n4,n5", 5);
        assertThat(system.name()).isEqualTo("intersection-only:n1,n2,n3/n3,n4,n5");
        assertThat(system.quorumOf(NodeId.of(0))).isEqualTo(NodeSet.ofIndexes(2));
        // each node uses the quorum that it is in
        IntersectionOnly triangle = IntersectionOnly.of(
                6, List.of(NodeSet.ofIndexes(0, 1, 3), NodeSet.ofIndexes(1, 2, 4), NodeSet.ofIndexes(0, 2, 5)));
        assertThat(triangle.quorumOf(NodeId.of(3))).isEqualTo(NodeSet.ofIndexes(0, 1));
        assertThat(triangle.quorumOf(NodeId.of(5))).isEqualTo(NodeSet.ofIndexes(0, 2));
        assertThat(triangle.variants()).isEqualTo(2);
        assertThat(triangle.isQuorum(triangle.variant(1).quorumOf(NodeId.of(3))))
                .isTrue();
    }

    @Test
    void whatWouldLoseExclusionOrCannotBeMadeIsRefused() {
        NodeSet everybody = NodeSet.first(3);
        assertThatThrownBy(() -> IntersectionOnly.of(3, List.of(everybody)))
                .hasMessageContaining("nobody would be asked");
        assertThatThrownBy(() -> Quorums.named("intersection-only:1", 3)).hasMessageContaining("nobody would be asked");
        assertThatThrownBy(() -> Quorums.named("intersection-only:n1,n2/n3,n4", 4))
                .hasMessageContaining("no node in common");
        assertThatThrownBy(() -> Quorums.named("intersection-only:n1,n2/n1,n3", 4))
                .hasMessageContaining("{n4} are in none");
        assertThatThrownBy(() -> Quorums.named("intersection-only:n2=n1,n2/n1,n2", 2))
                .hasMessageContaining("take away");
        assertThatThrownBy(() -> Quorums.named("intersection-only:8", 7))
                .hasMessageContaining("only 7 nodes for 8 quorums");
        assertThatThrownBy(() -> Quorums.named("intersection-only:5,2", 9))
                .hasMessageContaining("more arbiters than there are nodes, 9");
        assertThatThrownBy(() -> Quorums.named("intersection-only:5,1", 9)).hasMessageContaining("allow 2 or more");
        assertThatThrownBy(() -> Quorums.named("intersection-only:five", 9))
                .hasMessageContaining("no number of quorums");
        assertThatThrownBy(() -> IntersectionOnly.usual(0)).hasMessageContaining("at least one voter");
    }
}
