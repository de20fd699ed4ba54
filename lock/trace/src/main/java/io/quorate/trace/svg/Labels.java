// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds room for labels, one after the other: whatever is placed stays, and what comes later gives way. Lines may be crossed, the
 * fewer the better.
 */
public final class Labels {
    /** Labels in different shelves of this height are not compared. */
    private static final double SHELF = 60;

    private final Map<Integer, List<Rectangle>> taken = new TreeMap<>();
    private final Map<Integer, List<Stroke>> lines = new TreeMap<>();

    /** A line in the picture. */
    record Stroke(double x1, double y1, double x2, double y2) {}

    /** Keeps room free of labels. */
    void keepFree(Rectangle room) {
        for (int shelf : shelves(room.top(), room.bottom())) {
            taken.computeIfAbsent(shelf, each -> new ArrayList<>()).add(room);
        }
    }

    /** Says where a line is. */
    void avoid(Stroke line) {
        for (int shelf : shelves(Math.min(line.y1, line.y2), Math.max(line.y1, line.y2))) {
            lines.computeIfAbsent(shelf, each -> new ArrayList<>()).add(line);
        }
    }

    private static int[] shelves(double top, double bottom) {
        int first = (int) Math.floor(top / SHELF);
        int last = (int) Math.floor(bottom / SHELF);
        int[] shelves = new int[last - first + 1];
        for (int place = 0; place < shelves.length; place++) {
            shelves[place] = first + place;
        }
        return shelves;
    }

    boolean isFree(Rectangle room) {
        for (int shelf : shelves(room.top(), room.bottom())) {
            for (Rectangle other : taken.getOrDefault(shelf, List.of())) {
                if (room.meets(other)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Takes the room if nobody has it. */
    public boolean place(Rectangle room) {
        if (!isFree(room)) {
            return false;
        }
        keepFree(room);
        return true;
    }

    /** How many lines lie under it. */
    int crossings(Rectangle room) {
        return crossings(room, null);
    }

    /** How many lines lie under it, except one. */
    int crossings(Rectangle room, @Nullable Stroke own) {
        int[] shelves = shelves(room.top(), room.bottom());
        int count = 0;
        for (int place = 0; place < shelves.length; place++) {
            for (Stroke line : lines.getOrDefault(shelves[place], List.of())) {
                // A line that lies in several shelves is counted in the first of them.
                boolean counted = place > 0 && Math.min(line.y1, line.y2) < shelves[place] * SHELF;
                count += !counted && !line.equals(own) && meets(room, line) ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean meets(Rectangle room, Stroke line) {
        double length = Math.hypot(line.x2 - line.x1, line.y2 - line.y1);
        double angle = Math.atan2(line.y2 - line.y1, line.x2 - line.x1);
        return room.meets(new Rectangle((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2, length, 1, angle));
    }
}
