package io.quorate.lab.world;

import io.quorate.core.protocol.StateWriter;

/** Something that can say what its state is. */
@FunctionalInterface
public interface Described {
    void describeTo(StateWriter writer);
}
