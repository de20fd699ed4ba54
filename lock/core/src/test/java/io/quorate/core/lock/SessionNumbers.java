// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.NodeId;
import io.quorate.core.session.Sessions;

/** The numbers of the sessions that a node has with one other. */
final class SessionNumbers implements Sessions.Writer {
    private final NodeId peer;
    long asRequester;
    boolean open;
    long asOwner;

    SessionNumbers(Sessions sessions, int peer) {
        this.peer = NodeId.of(peer);
        sessions.describeTo(this);
    }

    @Override
    public void voterSession(NodeId voter, long number, boolean isOpen, long trustedIncarnation) {
        if (voter.equals(peer)) {
            asRequester = number;
            open = isOpen;
        }
    }

    @Override
    public void ownerSession(NodeId requester, long start, long number, boolean closing) {
        if (requester.equals(peer)) {
            asOwner = number;
        }
    }
}
