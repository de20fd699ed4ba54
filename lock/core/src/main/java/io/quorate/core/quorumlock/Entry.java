// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.Guard;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import org.jspecify.annotations.Nullable;

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

    /** Counts the grants to this request: a stamp is never used again, so together they identify one grant. */
    long number;

    /** Its requester knows, or is being told, that somebody waits. */
    boolean noticed;

    /** Its requester was asked to give way. */
    boolean inquired;

    /** Its requester wants to know if somebody holds the lock (B1). */
    boolean now;

    /** The number of the question, as its requester counts. */
    long asking;

    /** The number of its question, while it waits and was not answered; 0 for none. */
    long question;

    /** Of a grant: the highest question that its requester was told. */
    long asked;

    /** The stamp of the last writer that its requester announced (M1); null for none. */
    @Nullable
    Stamp writer;

    /** Whether that writer waits; false when it has given up. */
    boolean writerWaits;

    /** Granted in this very step, and not told yet. */
    boolean isNew;

    Entry(Stamp stamp, Mode mode) {
        this.stamp = stamp;
        this.mode = mode;
        this.fence = Fence.of(stamp);
    }

    boolean goesBefore(Entry other) {
        return holding == other.holding ? isOlder(other) : holding;
    }

    /** A4: of those that wait, the oldest goes first. */
    @Guard("A4d")
    private boolean isOlder(Entry other) {
        return stamp.isBefore(other.stamp);
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

    /** M1: the requester said this of a writer of its node; whether that is news. */
    boolean hear(Behind behind) {
        Stamp said = new Stamp(behind.writer(), stamp.node(), stamp.incarnation());
        if (!isNews(said, behind.waits())) {
            return false;
        }
        writer = said;
        writerWaits = behind.waits();
        return true;
    }

    /** M1: word of a writer that comes late, after its withdrawal or after word of a later one, means nothing. */
    @Guard("M1d")
    private boolean isNews(Stamp said, boolean waits) {
        Stamp known = writer;
        return known == null || known.isBefore(said) || (known.equals(said) && writerWaits && !waits);
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
        copy.writer = writer;
        copy.writerWaits = writerWaits;
        return copy;
    }

    void describeTo(StateWriter to) {
        to.begin(granted ? "granted" : "waiting");
        to.stamp("to", stamp);
        to.word("mode", mode);
        to.flag("has", granted);
        to.flag("holding", holding);
        to.number("fence", fence);
        to.number("above", granted ? floor : 0);
        to.number("number", number);
        to.flag("noticed", granted && noticed);
        to.flag("inquired", granted && inquired);
        to.flag("now", now);
        to.number("asking", asking);
        to.number("question", question);
        to.number("asked", granted ? asked : 0);
        to.stamp("writer", writer);
        to.flag("writerWaits", writerWaits);
        to.end();
    }
}
