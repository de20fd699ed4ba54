package io.quorate.core.protocol.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.StateWriter;
import org.jspecify.annotations.Nullable;

/** What a candidate knows of one replica. */
final class Seat {
    /** Where the replica is, as far as it has answered; its session counts on that node. */
    @Nullable
    NodeId node;

    /** It was last asked by a Request that may be stopped on its way. */
    boolean stoppable;

    /** Where that Request waits, as far as that node has said; what it says is no answer of the replica. */
    @Nullable
    NodeId parkedAt;

    /** It was asked there, in a session. */
    boolean greeted;

    /** It has answered in the present session. */
    boolean answered;

    boolean voted;

    /** Whom it has voted for, as far as it has said. */
    @Nullable
    Stamp owner;

    /** The highest vote for the present request that was counted. */
    long number;

    /** No hold that it voted for before had a fence above it. */
    long floor;

    /** So many others get the vote before, as far as it has said. */
    int place;

    /** Whether there is nothing to be found out: it has answered, or it will when the request gets to it. */
    boolean isSettled() {
        return answered || parkedAt != null;
    }

    /** Nothing is known of it for the present request; where it is stays known. */
    void forgetRequest() {
        stoppable = false;
        parkedAt = null;
        greeted = false;
        answered = false;
        voted = false;
        owner = null;
        number = 0;
        floor = 0;
        place = 0;
    }

    Seat copy() {
        Seat copy = new Seat();
        copy.node = node;
        copy.stoppable = stoppable;
        copy.parkedAt = parkedAt;
        copy.greeted = greeted;
        copy.answered = answered;
        copy.voted = voted;
        copy.owner = owner;
        copy.number = number;
        copy.floor = floor;
        copy.place = place;
        return copy;
    }

    void describeTo(int replica, StateWriter writer) {
        NodeId known = node;
        NodeId parked = parkedAt;
        if (known == null && (parked != null || stoppable)) {
            writer.begin("parked r" + (replica + 1));
            writer.number("replica", replica);
            writer.flag("stoppable", stoppable);
            writer.nodes("parkedAt", parked == null ? NodeSet.EMPTY : NodeSet.of(parked));
            writer.end();
        }
        if (known == null) {
            return; // then nothing else is known either
        }
        writer.begin("seat r" + (replica + 1));
        writer.number("replica", replica);
        writer.node("of", known);
        writer.flag("greeted", greeted);
        writer.flag("answered", answered);
        writer.flag("granted", voted);
        writer.stamp("owner", owner);
        writer.number("seen", number);
        writer.number("floor", voted ? floor : 0);
        writer.end();
    }
}
