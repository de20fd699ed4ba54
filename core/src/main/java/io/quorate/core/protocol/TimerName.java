package io.quorate.core.protocol;

/** A timer of a machine; each algorithm has an enum of its own. */
public interface TimerName {
    String name();

    int ordinal();
}
