package io.quorate.api;

import java.util.List;

/** Locks in use, as the nodes said when they were asked. Later versions may tell more. */
public interface LockListing {
    /** The locks, in the order of their names. */
    List<LockDescription> locks();

    /** Whether there are more than were asked for, or than a node could tell at once: give a longer prefix. */
    boolean isCut();

    /** The nodes that did not answer in time. */
    List<String> unanswered();
}
