package io.quorate.lab.world;

import java.util.Locale;

/** In which order the frames from one node to another may arrive. */
public enum Network {
    /** In the order in which they were sent: only the first of a channel can be delivered. */
    FIFO,
    /** In any order; frames may also be duplicated. */
    UNORDERED;

    /** As it is written in setups. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
