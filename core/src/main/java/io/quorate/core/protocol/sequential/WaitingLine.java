package io.quorate.core.protocol.sequential;

import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.StateWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arbiter of section 10: a plain queue in order of arrival. It is locked for the first request in it; the others wait. Besides
 * one live request of each node, only requests that are over can be in it, each until it is first and its origin answers.
 */
final class WaitingLine {
    private final Rules rules;
    private final List<Stamp> stamps;

    WaitingLine(Rules rules) {
        this(rules, new ArrayList<>(2));
    }

    private WaitingLine(Rules rules, List<Stamp> stamps) {
        this.rules = rules;
        this.stamps = stamps;
    }

    boolean isEmpty() {
        return stamps.isEmpty();
    }

    /** The request that the arbiter is locked for; null if it is free. */
    @Nullable
    Stamp first() {
        return stamps.isEmpty() ? null : stamps.get(0);
    }

    /** Adds the request at the end, unless it is known; whether the arbiter is locked for it now and was not before. */
    boolean join(Stamp stamp) {
        if (stamps.contains(stamp)) {
            return false;
        }
        stamps.add(stamp);
        return stamps.size() == 1;
    }

    /** Takes this very request out (A1), wherever it stands; whether the arbiter was locked for it. */
    boolean leave(Stamp stamp) {
        if (rules.keep(Rule.A1_RELEASE_OF_THAT_REQUEST)) {
            boolean wasFirst = stamp.equals(first());
            stamps.remove(stamp);
            return wasFirst;
        }
        Stamp locked = first();
        stamps.removeIf(each -> each.hasOwnerOf(stamp));
        return locked != null && locked.hasOwnerOf(stamp);
    }

    /** All requests, the one that the arbiter is locked for first. */
    List<Stamp> stamps() {
        return List.copyOf(stamps);
    }

    WaitingLine copy() {
        return new WaitingLine(rules, new ArrayList<>(stamps));
    }

    void describeTo(StateWriter writer) {
        for (Stamp stamp : stamps) {
            writer.begin("entry");
            writer.stamp("to", stamp);
            writer.flag("has", stamp.equals(first()));
            writer.end();
        }
    }
}
