// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A {@link NodeSet} behaves as a plain sorted set of indexes does. */
class NodeSetTest {
    private static NodeSet of(Set<Integer> indexes) {
        return NodeSet.ofIndexes(indexes.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Set<Integer> indexes(NodeSet set) {
        Set<Integer> indexes = new TreeSet<>();
        for (int index = set.next(0); index >= 0; index = set.next(index + 1)) {
            indexes.add(index);
        }
        return indexes;
    }

    @Property
    void keepsWhatWasPutIn(@ForAll @Size(max = 20) Set<@IntRange(max = 300) Integer> chosen) {
        NodeSet set = of(chosen);
        assertThat(indexes(set)).isEqualTo(new TreeSet<>(chosen));
        assertThat(set.size()).isEqualTo(chosen.size());
        assertThat(set.isEmpty()).isEqualTo(chosen.isEmpty());
    }

    @Property
    void setAlgebraAgreesWithPlainSets(
            @ForAll @Size(max = 12) Set<@IntRange(max = 140) Integer> left,
            @ForAll @Size(max = 12) Set<@IntRange(max = 140) Integer> right) {
        Set<Integer> union = new TreeSet<>(left);
        union.addAll(right);
        Set<Integer> common = new TreeSet<>(left);
        common.retainAll(right);
        assertThat(indexes(of(left).union(of(right)))).isEqualTo(union);
        assertThat(indexes(of(left).intersection(of(right)))).isEqualTo(common);
        assertThat(of(left).intersects(of(right))).isEqualTo(!common.isEmpty());
        assertThat(of(left).containsAll(of(right))).isEqualTo(left.containsAll(right));
    }

    @Property
    void addingAndTakingAwayGivesTheSameSetBack(
            @ForAll @Size(max = 12) Set<@IntRange(max = 140) Integer> chosen, @ForAll @IntRange(max = 140) int extra) {
        NodeSet set = of(chosen).without(NodeId.of(extra));
        NodeSet back = set.with(NodeId.of(extra)).without(NodeId.of(extra));
        assertThat(back).isEqualTo(set).hasSameHashCodeAs(set);
    }

    @Example
    void smallSetsAreSharedSoThatSmallClustersDoNotAllocate() {
        assertThat(NodeSet.ofIndexes(0, 3, 9)).isSameAs(NodeSet.ofIndexes(9, 3).with(NodeId.of(0)));
        assertThat(NodeSet.first(3)).hasToString("{n1,n2,n3}");
        assertThat(NodeSet.first(64).size()).isEqualTo(64);
        assertThat(NodeSet.first(0)).isSameAs(NodeSet.EMPTY);
    }
}
