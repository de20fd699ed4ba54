// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.pastry.Pastry;
import io.quorate.overlay.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What belongs to a node where the ring closes, where it is cut in halves, and where keys lie just between two nodes, or at one. */
final class RegionTest {
    private static final long HALF = Long.MIN_VALUE;

    /** Around 0, and around the opposite of it; some of them exactly opposite each other. */
    private static final List<Handle> NODES = List.of(
            node(0, 0, 0),
            node(1, 0, 2),
            node(2, HALF, 0),
            node(3, HALF, 2),
            node(4, -1, -1),
            node(5, Long.MAX_VALUE / 2 + 1, 0));

    static List<OverlayKind> kinds() {
        return List.of(Pastry.USUAL, Ring.USUAL);
    }

    private static Handle node(int number, long high, long low) {
        return new Handle(NodeId.of(number), new Key(high, low));
    }

    /** The places of the nodes, those beside them, and those halfway between any two of them. */
    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (Handle one : NODES) {
            Key key = one.key();
            keys.add(key);
            keys.add(new Key(key.high(), key.low() + 1));
            keys.add(new Key(key.high() - 1, -1));
            for (Handle other : NODES) {
                Key way = key.clockwiseTo(other.key());
                Key half = new Key(way.high() >>> 1, (way.low() >>> 1) | (way.high() << 63));
                keys.add(half.clockwiseTo(key)); // so far below the node
                keys.add(half.clockwiseTo(new Key(0, 0)).clockwiseTo(key)); // and above
            }
        }
        return keys;
    }

    /** What a node knows: whom it hears, and of whom it is told. */
    private record View(Overlay overlay, List<Handle> told) {
        boolean owns(Key key) {
            return overlay.owns(key)
                    && told.stream()
                            .noneMatch(other ->
                                    key.isNearer(other.key(), overlay.self().key()));
        }

        Region region() {
            return Region.of(overlay).among(told, overlay.self());
        }
    }

    /** Every view that this node can have of the others: each of them is heard, is only spoken of, or is not there. */
    private static List<View> views(OverlayKind kind, Handle self) {
        List<View> views = new ArrayList<>();
        List<Handle> others = NODES.stream().filter(each -> !each.equals(self)).toList();
        int count = (int) Math.pow(3, others.size());
        for (int number = 0; number < count; number++) {
            List<Handle> heard = new ArrayList<>();
            List<Handle> told = new ArrayList<>();
            int rest = number;
            for (Handle other : others) {
                if (rest % 3 == 1) {
                    heard.add(other);
                } else if (rest % 3 == 2) {
                    told.add(other);
                }
                rest /= 3;
            }
            views.add(new View(kind.newNode(self, heard), told));
        }
        return views;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyKeyBelongsToOneOfThoseThatKnowEachOther(OverlayKind kind) {
        for (int which = 1; which < 1 << NODES.size(); which++) {
            List<Handle> there = new ArrayList<>();
            for (int place = 0; place < NODES.size(); place++) {
                if ((which >> place & 1) == 1) {
                    there.add(NODES.get(place));
                }
            }
            List<Overlay> overlays = there.stream()
                    .map(self -> kind.newNode(
                            self,
                            there.stream().filter(each -> !each.equals(self)).toList()))
                    .toList();
            for (Key key : keys()) {
                assertThat(overlays.stream().filter(each -> each.owns(key)).map(Overlay::self))
                        .as("owners of %s among %s", key, there)
                        .hasSize(1);
            }
        }
    }

    /** V3 rests on it: who grows waits. */
    @ParameterizedTest
    @MethodSource("kinds")
    void whoeverComesToOwnAKeyHasGrown(OverlayKind kind) {
        List<Key> keys = keys();
        for (Handle self : NODES) {
            List<View> views = views(kind, self);
            List<Region> regions = views.stream().map(View::region).toList();
            boolean[][] owns = new boolean[views.size()][keys.size()];
            for (int view = 0; view < owns.length; view++) {
                for (int key = 0; key < keys.size(); key++) {
                    owns[view][key] = views.get(view).owns(keys.get(key));
                }
            }
            for (int before = 0; before < owns.length; before++) {
                for (int after = 0; after < owns.length; after++) {
                    if (gains(owns[before], owns[after]) && !regions.get(before).growsTo(regions.get(after), self)) {
                        throw new AssertionError(
                                self + " comes to own a key from " + regions.get(before) + " to " + regions.get(after));
                    }
                }
            }
        }
    }

    private static boolean gains(boolean[] before, boolean[] after) {
        for (int key = 0; key < before.length; key++) {
            if (after[key] && !before[key]) {
                return true;
            }
        }
        return false;
    }
}
