// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.RecordingOverlayOutbox;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A roster that is known from the start. */
final class FixedNodeTest {
    private final RecordingOverlayOutbox out = new RecordingOverlayOutbox();

    /** n1 at 0x00, n2 at 0x10, and so on. */
    private static Handle handle(int number) {
        return new Handle(NodeId.of(number - 1), key(0x10L * (number - 1)));
    }

    private static Key key(long firstByte) {
        return new Key(firstByte << 56, 0);
    }

    private static List<Handle> handles(int count) {
        List<Handle> handles = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            handles.add(handle(number));
        }
        return handles;
    }

    private static Overlay node(int number, int count, int reach) {
        return new FixedRoster(handles(count), reach).newNode(handle(number));
    }

    @Test
    void aNodeIsInFromTheStartAndSaysNothing() {
        Overlay node = node(1, 4, 0);
        assertThat(node.isJoined()).isTrue();
        node.begin(out);
        assertThat(out.take()).containsExactly("joined");
    }

    @Test
    void aNodeReachesAllOrSoManyOnEachSide() {
        assertThat(node(1, 6, 0).neighbours()).hasSize(5);
        assertThat(node(1, 6, 1).neighbours()).containsExactly(handle(2), handle(6));
        assertThat(node(1, 6, 2).neighbours()).containsExactly(handle(2), handle(3), handle(5), handle(6));
        assertThat(node(1, 3, 1).neighbours()).containsExactly(handle(2), handle(3));
        assertThat(node(1, 2, 1).neighbours()).containsExactly(handle(2));
    }

    @Test
    void theNearestOnEachSideAreNextToIt() {
        Overlay node = node(1, 6, 2);
        assertThat(node.neighbour(true)).isEqualTo(handle(2));
        assertThat(node.neighbour(false)).isEqualTo(handle(6));
        assertThat(node(1, 1, 2).neighbour(true)).isNull();
    }

    @Test
    void everyRouteComesNearerWithEveryHopAndEndsAtTheOwner() {
        SplittableRandom random = new SplittableRandom(7);
        int several = 0;
        for (int run = 0; run < 500; run++) {
            Key key = new Key(random.nextLong(), random.nextLong());
            int at = 1 + random.nextInt(8);
            int hops = 0;
            Handle next = node(at, 8, 1).nextHop(key);
            for (Handle here = handle(at);
                    !next.equals(here);
                    next = node(here.node().index() + 1, 8, 1).nextHop(key)) {
                assertThat(key.isNearer(next.key(), here.key())).isTrue();
                here = next;
                hops++;
            }
            several += hops > 1 ? 1 : 0;
            assertThat(node(1, 8, 0).replicaSet(key, 1)).containsExactly(next);
        }
        assertThat(several).isPositive();
    }

    @Test
    void whoeverIsGoneIsLeftOutUntilItIsBack() {
        Overlay node = node(1, 6, 1);
        node.peerGone(NodeId.of(1), out);
        assertThat(out.take()).containsExactly("went n2", "came n3");
        assertThat(node.nextHop(key(0x10))).isEqualTo(handle(3));
        node.peerGone(NodeId.of(1), out);
        assertThat(out.take()).isEmpty();
        node.peerBack(NodeId.of(1), out);
        assertThat(out.take()).containsExactly("went n3", "came n2");
    }

    @Test
    void whoeverSaysSomethingIsBack() {
        Overlay node = node(1, 3, 0);
        node.peerGone(NodeId.of(1), out);
        out.take();
        node.receive(NodeId.of(1), new OverlayMessage.Here(handle(2).key()), out);
        assertThat(out.take()).containsExactly("came n2");
    }

    @Test
    void nodesThatAreNotOnTheRosterDoNotMatter() {
        Overlay node = node(1, 3, 0);
        node.peerGone(NodeId.of(7), out);
        node.peerBack(NodeId.of(7), out);
        assertThat(out.take()).isEmpty();
    }

    @Test
    void whoeverHasLeftKnowsNobody() {
        Overlay node = node(1, 3, 0);
        node.leave(out);
        assertThat(node.isJoined()).isFalse();
        assertThat(node.known()).isEmpty();
        assertThat(out.take()).containsExactly("went n2", "went n3");
    }

    @Test
    void aCopyGoesItsOwnWay() {
        Overlay node = node(1, 3, 0);
        Overlay copy = node.copy();
        copy.peerGone(NodeId.of(1), out);
        assertThat(node.known()).hasSize(2);
        assertThat(copy.known()).hasSize(1);
    }

    @Test
    void aNegativeReachIsRefused() {
        assertThatThrownBy(() -> new FixedRoster(handles(3), -1)).hasMessageContaining("-1");
    }
}
