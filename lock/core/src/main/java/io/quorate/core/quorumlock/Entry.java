package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;

/** A request that waits for this vote, or has it. */
final class Entry {
    final Stamp stamp;
    final Mode mode;
    boolean granted;

    /** Its requester holds by the votes of others, and wants this one to keep the lock. */
    boolean holding;

    /** The fence of the hold under this grant, if there is one. */
    long fence;

    /** The floor that was told with the grant. */
    long floor;

    /** Counts the grants to this request: a stamp is never used again, so together they name one grant for ever. */
    long number;

    /** Its requester knows, or is being told, that somebody waits. */
    boolean noticed;

    /** Its requester was asked to give way. */
    boolean inquired;

    /** Its requester wants to know if somebody holds the lock (B1). */
    boolean now;

    /** For the so many'th time, as its requester counts. */
    long asking;

    /** The number of its question, while it waits and was not answered; 0 for none. */
    long question;

    /** Of a grant: the highest question that its requester was told. */
    long asked;

    /** Granted in this very step, and not told yet. */
    boolean isNew;

    Entry(Stamp stamp, Mode mode) {
        this.stamp = stamp;
        this.mode = mode;
        this.fence = Fence.of(stamp);
    }

    boolean goesBefore(Entry other) {
        return holding == other.holding ? stamp.isBefore(other.stamp) : holding;
    }

    void grantAnew(long known) {
        granted = true;
        floor = known;
        number++;
        noticed = false;
        inquired = false;
        question = 0;
        asked = 0;
        isNew = true;
    }

    Entry copy() {
        Entry copy = new Entry(stamp, mode);
        copy.granted = granted;
        copy.holding = holding;
        copy.fence = fence;
        copy.floor = floor;
        copy.number = number;
        copy.noticed = noticed;
        copy.inquired = inquired;
        copy.now = now;
        copy.asking = asking;
        copy.question = question;
        copy.asked = asked;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.begin(granted ? "granted" : "waiting");
        writer.stamp("to", stamp);
        writer.word("mode", mode);
        writer.flag("has", granted);
        writer.flag("holding", holding);
        writer.number("fence", fence);
        writer.number("above", granted ? floor : 0);
        writer.number("number", number);
        writer.flag("noticed", granted && noticed);
        writer.flag("inquired", granted && inquired);
        writer.flag("now", now);
        writer.number("asking", asking);
        writer.number("question", question);
        writer.number("asked", granted ? asked : 0);
        writer.end();
    }
}
