// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import org.jspecify.annotations.Nullable;

/** A wish that asks no replicas for now: it stands in the queue of the holder, or waits before it tries again. */
final class Standby {
    /** By now the queue may be with anybody. */
    private static final NodeSet ANYBODY = NodeSet.first(Long.SIZE);

    /** However long the queue, it asks now and then. */
    private static final int PLACES_MAX = 9;

    /** Its identity in the queue. As a request for votes it has ended. */
    private @Nullable Stamp request;

    /** The holder, as far as known; null if we wait before we try again. */
    private @Nullable Stamp owner;

    /** Whether the present wish was sent away before. */
    private boolean sentAway;

    boolean isActive() {
        return request != null;
    }

    boolean isOf(Stamp stamp) {
        return stamp.equals(request);
    }

    /** Whether it waits by this request, and was not sent away since. */
    boolean isQueued(Stamp stamp) {
        return isOf(stamp) && owner != null;
    }

    @Nullable
    Stamp owner() {
        return owner;
    }

    /** Waits with the owner from now on, by this request. */
    void begin(Stamp own, Stamp with, Outbox<DhtMessage> out) {
        request = own;
        owner = with;
        say(out);
    }

    /** Says again, or for the first time, that it waits. */
    void say(Outbox<DhtMessage> out) {
        Stamp own = request;
        Stamp with = owner;
        if (own != null && with != null) {
            out.send(with.node(), new Enqueue(own, with, 0));
            DhtTimer.PATIENCE.stop(out);
            DhtTimer.NOT_ENQUEUED.start(out);
        }
    }

    /** It stands in the queue of that request, behind this number of others. */
    void enqueued(Stamp own, Stamp with, int place, Outbox<DhtMessage> out) {
        request = own;
        owner = with;
        DhtTimer.NOT_ENQUEUED.stop(out);
        DhtTimer.BACK_OFF.stop(out);
        DhtTimer.PATIENCE.start(1 + Math.min(place, PLACES_MAX), out);
    }

    /** It was sent away. True if it should ask the replicas at once, false if it should wait first, because that was so before. */
    boolean sentAway(Outbox<DhtMessage> out) {
        if (!sentAway) {
            sentAway = true;
            return true;
        }
        stopTimers(out);
        owner = null;
        DhtTimer.BACK_OFF.start(out);
        return false;
    }

    /** The replicas are asked, or a Token has come: the wish goes on elsewhere. */
    void pause(Outbox<DhtMessage> out) {
        if (isActive()) {
            stopTimers(out);
            DhtTimer.BACK_OFF.stop(out);
        }
        request = null;
        owner = null;
    }

    /** The wish is fulfilled or given up. */
    void end(Outbox<DhtMessage> out) {
        pause(out);
        sentAway = false;
    }

    private static void stopTimers(Outbox<DhtMessage> out) {
        DhtTimer.NOT_ENQUEUED.stop(out);
        DhtTimer.PATIENCE.stop(out);
    }

    Standby copy() {
        Standby copy = new Standby();
        copy.request = request;
        copy.owner = owner;
        copy.sentAway = sentAway;
        return copy;
    }

    void describeTo(StateWriter writer) {
        if (isActive() || sentAway) {
            writer.begin("standby");
            writer.stamp("request", request);
            writer.stamp("with", owner);
            writer.flag("sentAway", sentAway);
            writer.nodes("awaiting", owner == null ? NodeSet.EMPTY : ANYBODY);
            writer.end();
        }
    }
}
