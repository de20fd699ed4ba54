// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.node.LockNode;
import io.quorate.node.watch.StopProgress;

/** The last steps of a node that stops: it leaves its voters, and notices when everybody has left it (W2, W3). Touched in turns only. */
final class NodeStop {
    private final LockNode<?> node;
    private final StopProgress progress;
    private boolean begun;

    /** The least time of some lock is not over. */
    private boolean keeps;

    NodeStop(LockNode<?> node, StopProgress progress) {
        this.node = node;
        this.progress = progress;
    }

    /**
     * Nothing waits here any more, and no hold is open. If the least time of some lock is not over, this node leaves no voter:
     * they remember it, and so keep the lock, until the session has run out. Its own votes are void then, so its stop is not
     * called clean, and its next start grants nothing for a lease.
     */
    void leave(boolean keepsLocks, boolean isLeased) {
        begun = true;
        keeps = keepsLocks;
        progress.holdsAreClosed();
        if (keeps) {
            node.endKeeping();
        } else if (!node.hasPart()) {
            node.leaveAll();
        }
        if (!isLeased) {
            node.leaveGroup(); // with leases nobody needs to be told
        }
    }

    /** At the end of every turn. */
    void look() {
        if (begun && !node.isLeavingGroup()) {
            progress.groupIsLeft();
        }
        if (begun && !progress.hasStopped() && (keeps ? node.isLeftByAll() : node.hasStopped())) {
            progress.stopped(!keeps && node.mayCallItClean());
        }
    }
}
