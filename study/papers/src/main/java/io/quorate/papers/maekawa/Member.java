// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;

/** A requester's knowledge of one member of its set. */
final class Member {
    final NodeId role;

    /** The node that plays the role: the node itself, or its successor. */
    NodeId player;

    /** It is locked for us, as far as we know. */
    boolean locked;

    /** The highest number of a LOCKED that it has sent for this request. */
    long number;

    /** It has told us that an older request is before ours, or we know because we made room for that one. */
    boolean failed;

    /** It has inquired, and we have not answered. */
    boolean inquired;

    Member(NodeId role, NodeId player) {
        this.role = role;
        this.player = player;
    }

    boolean isTakenOver() {
        return !player.equals(role);
    }

    void send(MaekawaMessage.OfRequest message, Outbox<MaekawaMessage> out) {
        out.send(player, isTakenOver() ? new MaekawaMessage.ForRole(role, message) : message);
    }

    /** The predecessor's answers no longer count, except that it is locked for us. The new member will tell. */
    void moveTo(NodeId successor) {
        player = successor;
        failed = false;
        inquired = false;
    }

    Member copy() {
        Member copy = new Member(role, player);
        copy.locked = locked;
        copy.number = number;
        copy.failed = failed;
        copy.inquired = inquired;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.begin("member");
        writer.node("of", role);
        if (isTakenOver()) {
            writer.number("player", player.index());
        }
        writer.flag("granted", locked);
        writer.number("seen", number);
        writer.flag("failed", failed);
        writer.flag("inquired", inquired);
        writer.end();
    }
}
