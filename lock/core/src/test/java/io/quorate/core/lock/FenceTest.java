// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Fences are stamps, as numbers. */
class FenceTest {
    private static final int NODES = 16;

    private static Stamp stamp(long counter, int node) {
        return new Stamp(counter, NodeId.of(node), 0);
    }

    @Property
    void amongSixteenNodesFencesAreInTheOrderOfStamps(
            @ForAll @LongRange(min = 1, max = 4) long counter,
            @ForAll @IntRange(max = NODES - 1) int node,
            @ForAll @LongRange(min = 1, max = 4) long otherCounter,
            @ForAll @IntRange(max = NODES - 1) int otherNode) {
        Stamp one = stamp(counter, node);
        Stamp other = stamp(otherCounter, otherNode);
        assertThat(Fence.of(one) < Fence.of(other)).isEqualTo(one.isBefore(other));
    }

    @Property
    void amongAnyNodesAHigherCounterIsAHigherFence(
            @ForAll @LongRange(min = 1, max = LamportClock.COUNTER_MAX - 1) long counter,
            @ForAll @IntRange(max = NodeId.INDEX_MAX) int node,
            @ForAll @IntRange(max = NodeId.INDEX_MAX) int otherNode) {
        assertThat(Fence.of(stamp(counter, node))).isLessThan(Fence.of(stamp(counter + 1, otherNode)));
    }

    @Property
    void whateverIsMadeWhileTheClockIsNotHigherIsNotAboveAndAllMadeLaterIs(
            @ForAll @LongRange(min = 1, max = LamportClock.COUNTER_MAX - 1) long counter,
            @ForAll @IntRange(max = NodeId.INDEX_MAX) int node) {
        assertThat(Fence.of(stamp(counter, node))).isLessThanOrEqualTo(Fence.after(counter));
        assertThat(Fence.of(stamp(counter + 1, node))).isGreaterThan(Fence.after(counter));
        assertThat(Fence.counter(Fence.of(stamp(counter, node)))).isEqualTo(counter);
        assertThat(Fence.counter(Fence.after(counter))).isEqualTo(counter);
    }

    @Property
    void aFenceWithoutNodeIsZeroOnlyForNobody(
            @ForAll @LongRange(min = 1, max = LamportClock.COUNTER_MAX) long counter,
            @ForAll @IntRange(max = NodeId.INDEX_MAX) int node) {
        assertThat(Fence.of(stamp(counter, node))).isPositive().isLessThanOrEqualTo(Fence.MAX);
    }

    @Example
    void nodesThatShareTheirLastBitsHaveTheSameFenceSoOneOfThemMustAnnounceAnother() {
        assertThat(Fence.of(stamp(3, 2))).isEqualTo(Fence.of(stamp(3, 2 + NODES)));
    }

    @Example
    void theNextFenceIsThatOfTheNextNodeOrOfTheNextCounter() {
        assertThat(Fence.text(Fence.of(stamp(5, 1)))).isEqualTo("5.n2");
        assertThat(Fence.text(Fence.of(stamp(5, 1)) + 1)).isEqualTo("5.n3");
        assertThat(Fence.text(Fence.after(5) + 1)).isEqualTo("6.n1");
    }
}
