// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.util.List;

/** Thrown when no quorum can be reached, so that nobody can decide about the lock. Calls succeed again when enough nodes return. */
public final class LockUnavailableException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    /** The nodes that can be reached. */
    private final List<String> reachable;
    /** The nodes that cannot be reached. */
    private final List<String> unreachable;

    /**
     * Creates the exception.
     *
     * @param lockName the lock
     * @param what what failed
     * @param needed what would have been needed, as in "2 nodes must agree"
     * @param reachable the nodes that can be reached
     * @param unreachable the nodes that cannot be reached
     */
    public LockUnavailableException(
            String lockName, String what, String needed, List<String> reachable, List<String> unreachable) {
        super(
                lockName,
                what + ": " + needed + ", and of " + (reachable.size() + unreachable.size())
                        + " these can be reached: " + list(reachable) + "; these cannot: " + list(unreachable)
                        + ". Start them, or check the network to them, then try again.");
        this.reachable = List.copyOf(reachable);
        this.unreachable = List.copyOf(unreachable);
    }

    private static String list(List<String> nodes) {
        return nodes.isEmpty() ? "none" : String.join(", ", nodes);
    }

    /** {@return the nodes that can be reached, including this one} */
    public List<String> reachable() {
        return reachable;
    }

    /** {@return the nodes that cannot be reached} */
    public List<String> unreachable() {
        return unreachable;
    }
}
