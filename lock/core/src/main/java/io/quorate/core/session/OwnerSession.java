// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;

/** A voter's side of a session: with one start of one requester. */
final class OwnerSession {
    final NodeId node;
    final long incarnation;
    long number;

    /** The last tick of the requester's clock that this voter received in this session. */
    long heardTick;

    /** The last tick that this voter confirmed to the requester. */
    long confirmedTick;

    /** The frame of the requester that is to be answered, so that it knows how long that took; 0 for none. */
    long toAnswer;

    /** Whether it is confirmed no longer: what has been heard since does not count. */
    boolean closing;

    /**
     * E8: whether the requester is in a higher configuration than this voter, and has not said that it trusts this voter. It may wait for the
     * first answer for longer than this voter remembers.
     */
    boolean mayWaitLonger;

    /** When the requester has stopped trusting for certain. */
    long expiry = Long.MIN_VALUE;

    OwnerSession(NodeId node, long incarnation, long number) {
        this.node = node;
        this.incarnation = incarnation;
        this.number = number;
    }

    /** S5. */
    void begin(long next) {
        number = next;
        heardTick = 0;
        confirmedTick = 0;
        closing = false;
        mayWaitLonger = false;
    }

    /** A frame of the session has come. */
    void heard(SessionHeader header, int configuration) {
        mayWaitLonger = !header.trusts && (mayWaitLonger || header.configuration > configuration);
    }

    void confirmIn(SessionHeader header) {
        header.confirmedIncarnation = incarnation;
        header.confirmedNumber = number;
        header.confirmedTick = heardTick;
        confirmedTick = heardTick;
    }

    OwnerSession copy() {
        OwnerSession copy = new OwnerSession(node, incarnation, number);
        copy.heardTick = heardTick;
        copy.confirmedTick = confirmedTick;
        copy.toAnswer = toAnswer;
        copy.closing = closing;
        copy.mayWaitLonger = mayWaitLonger;
        copy.expiry = expiry;
        return copy;
    }
}
