// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.PathMessage.Gather;
import org.junit.jupiter.api.Test;

class PartialQueueTest {
    private static final NodeId NEXT = NodeId.of(9);

    private final PartialQueue queue = new PartialQueue(true);

    private static Stamp stamp(long counter, int node) {
        return new Stamp(counter, NodeId.of(node), 0);
    }

    @Test
    void aYoungerRequestWaitsBehindTheOldestThatHasPassedAndAnOlderOnePasses() {
        queue.pass(stamp(5, 1), NEXT);
        queue.pass(stamp(3, 2), NEXT);
        assertThat(queue.holderBefore(stamp(7, 3))).isEqualTo(stamp(3, 2));
        assertThat(queue.holderBefore(stamp(4, 3))).isEqualTo(stamp(3, 2));
        assertThat(queue.holderBefore(stamp(2, 3))).isNull();
    }

    @Test
    void nobodyWaitsBehindItself() {
        queue.pass(stamp(5, 1), NEXT);
        assertThat(queue.holderBefore(stamp(6, 1))).isNull();
    }

    @Test
    void whoWaitsIsFreeWhenAllOlderOnesAreOver() {
        queue.pass(stamp(3, 1), NEXT);
        queue.pass(stamp(5, 2), NEXT);
        queue.park(stamp(4, 3));
        queue.park(stamp(7, 4));
        assertThat(queue.remove(stamp(3, 1))).isEqualTo(NEXT);
        assertThat(queue.takeFree()).containsExactly(stamp(4, 3));
        assertThat(queue.remove(stamp(5, 2))).isEqualTo(NEXT);
        assertThat(queue.takeFree()).containsExactly(stamp(7, 4));
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aRequestThatIsOverWaitsNoLongerAndLeadsNowhere() {
        queue.pass(stamp(3, 1), NEXT);
        queue.park(stamp(4, 3));
        assertThat(queue.remove(stamp(4, 3))).isNull();
        queue.remove(stamp(3, 1));
        assertThat(queue.takeFree()).isEmpty();
    }

    @Test
    void aNewerRequestOfTheSameNodeTakesThePlaceOfItsOlderOneAndALateOneDoesNot() {
        queue.pass(stamp(3, 1), NEXT);
        queue.pass(stamp(6, 1), NodeId.of(8));
        queue.pass(stamp(3, 1), NEXT);
        assertThat(queue.holderBefore(stamp(4, 2))).isNull();
        assertThat(queue.remove(stamp(6, 1))).isEqualTo(NodeId.of(8));
    }

    @Test
    void theDeadAreNotWaitedForNorWhatWentToThem() {
        queue.pass(stamp(3, 1), NEXT);
        queue.pass(stamp(4, 2), NodeId.of(1));
        queue.park(stamp(6, 3));
        queue.park(stamp(7, 1));
        queue.forgetNode(NodeId.of(1));
        assertThat(queue.takeFree()).containsExactly(stamp(6, 3));
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void whatHasPassedIsForgottenAtTheSecondLook() {
        queue.pass(stamp(3, 1), NEXT);
        queue.park(stamp(6, 3));
        queue.age();
        assertThat(queue.takeFree()).isEmpty();
        queue.age();
        assertThat(queue.takeFree()).containsExactly(stamp(6, 3));
    }

    @Test
    void moreThanAGatherCarriesDoNotWait() {
        queue.pass(stamp(1, 0), NEXT);
        for (int node = 1; node <= Gather.REQUESTS_MAX; node++) {
            assertThat(queue.park(stamp(2, node))).isTrue();
        }
        assertThat(queue.park(stamp(2, Gather.REQUESTS_MAX + 1))).isFalse();
        assertThat(queue.park(stamp(2, 1))).as("it waits already").isTrue();
    }
}
