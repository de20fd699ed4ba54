// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.pastry;

import io.quorate.core.model.Mixing;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTiming;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Pastry, by its parameters.
 *
 * @param leafSetSize how many neighbours a node knows, half of them on each side (the paper's L)
 * @param digitBits how many bits each hop gets right (the paper's b): 1, 2, 4 or 8
 */
public record Pastry(OverlayTiming timing, int leafSetSize, int digitBits) implements OverlayKind {
    /** The paper's usual digits, and its smaller leaf set. */
    public static final Pastry USUAL = new Pastry(OverlayTiming.USUAL, 16, 4);

    public Pastry {
        if (leafSetSize < 2 || leafSetSize % 2 != 0) {
            throw new IllegalArgumentException(
                    "a leaf set has an even number of nodes, half of them on each side, not " + leafSetSize);
        }
        if (digitBits < 1 || digitBits > 8 || Integer.bitCount(digitBits) != 1) {
            throw new IllegalArgumentException("a digit of a key has 1, 2, 4 or 8 bits, not " + digitBits);
        }
    }

    @Override
    public Pastry withTiming(OverlayTiming other) {
        return new Pastry(other, leafSetSize, digitBits);
    }

    @Override
    public String name() {
        return "pastry";
    }

    @Override
    public String summary() {
        return "prefix routing: about log N hops, about log N nodes known";
    }

    @Override
    public Overlay newNode(Handle self, List<Handle> heard) {
        return new PastryNode(this, self, heard);
    }

    /** The leaves, and for each slot of the routing table some node, chosen so that all are chosen about equally often. */
    @Override
    public List<Handle> settled(Handle self, List<Handle> all) {
        int place = first(all, 0, all.size(), node -> node.key().compareTo(self.key()) >= 0);
        List<Handle> known = new ArrayList<>();
        for (int step = 1; step <= leafSetSize / 2; step++) {
            known.add(all.get(Math.floorMod(place + step, all.size())));
            known.add(all.get(Math.floorMod(place - step, all.size())));
        }
        int from = 0;
        int to = all.size();
        for (int row = 0; to - from > 1; row++) {
            int own = self.key().digit(row, digitBits);
            for (int digit = 0; digit < 1 << digitBits; digit++) {
                int start = firstWithDigit(all, from, to, row, digit);
                int end = firstWithDigit(all, start, to, row, digit + 1);
                if (digit != own && end > start) {
                    long drawn = Mixing.mixed(self.key().low() ^ ((long) row << digitBits) ^ digit);
                    known.add(all.get(start + (int) Math.floorMod(drawn, (long) (end - start))));
                }
            }
            from = firstWithDigit(all, from, to, row, own);
            to = firstWithDigit(all, from, to, row, own + 1);
        }
        known.removeIf(self::equals);
        return known;
    }

    private int firstWithDigit(List<Handle> all, int from, int to, int row, int digit) {
        return first(all, from, to, node -> node.key().digit(row, digitBits) >= digit);
    }

    /** The place of the first for which it is true, as it then is for all that follow. */
    private static int first(List<Handle> all, int from, int to, Predicate<Handle> isTrue) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isTrue.test(all.get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
