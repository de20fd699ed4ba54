package io.quorate.api;

import java.util.List;

/** Too few nodes of the cluster can be reached to decide who gets a lock. It passes by itself when they return. */
public final class LockUnavailableException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private final List<String> reachable;
    private final List<String> unreachable;

    /**
     * Says what failed, what it lacked, and who can be reached.
     *
     * @param needed what would have been needed, as in "2 nodes must agree"
     */
    public LockUnavailableException(
            String lockName, String what, String needed, List<String> reachable, List<String> unreachable) {
        super(
                lockName,
                what + ": " + needed + ", and of " + (reachable.size() + unreachable.size())
                        + " these can be reached: " + list(reachable) + "; these cannot: " + list(unreachable)
                        + ". Start them, or check the network between here and there, then try again.");
        this.reachable = List.copyOf(reachable);
        this.unreachable = List.copyOf(unreachable);
    }

    private static String list(List<String> nodes) {
        return nodes.isEmpty() ? "none" : String.join(", ", nodes);
    }

    /** The nodes that can be reached, this one among them. */
    public List<String> reachable() {
        return reachable;
    }

    /** The nodes that cannot be reached. */
    public List<String> unreachable() {
        return unreachable;
    }
}
