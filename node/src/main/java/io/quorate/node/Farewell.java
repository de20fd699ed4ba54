package io.quorate.node;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * The last words of a node. No frame should be lost that gives a lock back, be it of long before: the others would keep it for
 * us, for a lease at least. And who counts on this node's votes must know that it goes, to ask others in time.
 */
final class Farewell {
    private static final System.Logger LOG = System.getLogger(Farewell.class.getName());

    /** So long the others have to confirm. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Any answer will do: it proves that all that was sent before has arrived. */
    private static final Inquiry ANYTHING = Inquiry.describe(LockName.of("?"));

    private Farewell() {}

    /** Returns when these have heard all, or after a short time. */
    static void say(Queries queries, NodeSet peers, NodeNames names) {
        if (peers.isEmpty()) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // who is told to end and closes has to wait this moment, too
        NodeSet silent = queries.ask(ANYTHING, peers, PATIENCE).silent();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        for (int index = silent.next(0); index >= 0; index = silent.next(index + 1)) {
            LOG.log(
                    Level.WARNING,
                    "Node {0} did not confirm within {1} ms that this node has left; if it missed what was given back"
                            + " last, that stays taken until a lease has run out.",
                    names.of(NodeId.of(index)),
                    PATIENCE.toMillis());
        }
    }
}
