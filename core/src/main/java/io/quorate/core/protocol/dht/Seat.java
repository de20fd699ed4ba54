package io.quorate.core.protocol.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.StateWriter;
import org.jspecify.annotations.Nullable;

/** What a candidate knows of one replica. */
final class Seat {
    /** Where the replica is, as far as it has answered; its session counts on that node. */
    @Nullable
    NodeId node;

    /** It was asked there, in a session. */
    boolean greeted;

    /** It has answered in the present session. */
    boolean answered;

    boolean voted;

    /** The highest vote for the present request that was counted. */
    long number;

    /** No hold that it voted for before had a fence above it. */
    long floor;

    /** So many others get the vote before, as far as it has said. */
    int place;

    /** Nothing is known of it for the present request; where it is stays known. */
    void forgetRequest() {
        greeted = false;
        answered = false;
        voted = false;
        number = 0;
        floor = 0;
        place = 0;
    }

    Seat copy() {
        Seat copy = new Seat();
        copy.node = node;
        copy.greeted = greeted;
        copy.answered = answered;
        copy.voted = voted;
        copy.number = number;
        copy.floor = floor;
        copy.place = place;
        return copy;
    }

    void describeTo(int replica, StateWriter writer) {
        NodeId known = node;
        if (known == null) {
            return; // then nothing else is known either
        }
        writer.begin("seat r" + (replica + 1));
        writer.number("replica", replica);
        writer.node("of", known);
        writer.flag("greeted", greeted);
        writer.flag("answered", answered);
        writer.flag("granted", voted);
        writer.number("seen", number);
        writer.number("floor", voted ? floor : 0);
        writer.end();
    }
}
