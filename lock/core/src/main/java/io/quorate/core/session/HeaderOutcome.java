// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;

/** The meaning of a frame's header. One object, used again for each frame. */
public final class HeaderOutcome {
    NodeId from;
    boolean newSession;
    boolean doubtChanged;
    boolean slownessChanged;
    boolean distanceChanged;
    boolean ownerLeft;
    boolean heedsRequester;
    boolean heedsVoter;
    boolean owesConfirmation;
    boolean owesResync;
    long ownerIncarnation;

    HeaderOutcome(NodeId self) {
        this.from = self;
    }

    void begin(NodeId peer, SessionHeader header) {
        from = peer;
        newSession = false;
        doubtChanged = false;
        slownessChanged = false;
        distanceChanged = false;
        ownerLeft = false;
        heedsRequester = false;
        heedsVoter = false;
        owesConfirmation = false;
        owesResync = false;
        ownerIncarnation = header.incarnation;
    }

    /** S5: all that this start of the sender asked for before is over. */
    public boolean isNewSession() {
        return newSession;
    }

    public long ownerIncarnation() {
        return ownerIncarnation;
    }

    public boolean isDoubtChanged() {
        return doubtChanged;
    }

    /** H1: the sender has become slow, or is slow no longer. */
    public boolean isSlownessChanged() {
        return slownessChanged;
    }

    /** H5: the sender has come nearer, or gone farther away. */
    public boolean isDistanceChanged() {
        return distanceChanged;
    }

    /** W2: this start of the sender counts no longer on anything that it was granted here. */
    public boolean isOwnerLeft() {
        return ownerLeft;
    }

    /** Whether the sender waits to hear that its frame has come. */
    public boolean owesConfirmation() {
        return owesConfirmation;
    }

    /** Whether earlier frames of the session may have been refused, so that the sender must say again what it wants. */
    public boolean owesResync() {
        return owesResync;
    }
}
