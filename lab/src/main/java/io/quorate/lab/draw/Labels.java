package io.quorate.lab.draw;

import java.util.ArrayList;
import java.util.List;

/** Finds room for labels, one after the other: whatever is placed stays, and what comes later gives way. */
final class Labels {
    private final List<Rectangle> taken = new ArrayList<>();

    /** Keeps room free of labels. */
    void keepFree(Rectangle room) {
        taken.add(room);
    }

    /** Takes the room if nobody has it. */
    boolean place(Rectangle room) {
        for (Rectangle other : taken) {
            if (room.meets(other)) {
                return false;
            }
        }
        taken.add(room);
        return true;
    }
}
