package io.quorate.api;

import java.util.List;

/**
 * Locks in use, as the nodes said when they were asked.
 *
 * @param locks in the order of their names
 * @param isCut whether there are more than were asked for, or than a node could tell at once: give a longer prefix
 * @param unanswered the nodes that did not answer in time
 */
public record LockListing(List<LockDescription> locks, boolean isCut, List<String> unanswered) {
    public LockListing {
        locks = List.copyOf(locks);
        unanswered = List.copyOf(unanswered);
    }
}
