// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.turn.NodeNames;
import java.time.Duration;

/**
 * Tells the others that this node leaves, and waits until they have heard it. No frame that gives a lock back should be lost, or
 * the others keep the lock for this node for a lease at least. Nodes that count on its votes ask others in time.
 */
final class ShutdownNotice {
    private static final EventLog LOG = EventLog.of(ShutdownNotice.class);

    /** So long the others have to confirm. */
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    /** Any answer will do: it proves that all that was sent before has arrived. No role is needed for this one. */
    private static final AdminRequest ANYTHING = AdminRequest.describe(LockName.reserved("leave"));

    private ShutdownNotice() {}

    /** Returns when these have heard all, or after a short time. */
    static void send(PeerRequests peerRequests, NodeSet peers, NodeNames names) {
        if (peers.isEmpty()) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // who is told to end and closes has to wait this moment, too
        NodeSet silent = peerRequests.ask(ANYTHING, peers, TIMEOUT).silent();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        for (int index = silent.next(0); index >= 0; index = silent.next(index + 1)) {
            LOG.say(LogEvent.LEAVE_NOT_CONFIRMED, names.of(NodeId.of(index)), TIMEOUT.toMillis());
        }
    }
}
