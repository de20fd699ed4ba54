// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arbiter of section 10: a plain queue in order of arrival. It is locked for the first request in it; the others wait. Besides
 * one live request of each node, only requests that are over can be in it, each until it is first and its origin answers.
 */
final class WaitingLine {
    private final List<Stamp> stamps;

    WaitingLine() {
        this(new ArrayList<>(2));
    }

    private WaitingLine(List<Stamp> stamps) {
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
        enqueue(stamp);
        return stamps.size() == 1;
    }

    /** A2: in order of arrival. */
    @Guard("A2")
    private void enqueue(Stamp stamp) {
        stamps.add(stamp);
    }

    /** Takes the request out, wherever it stands; whether the arbiter was locked for it. */
    boolean leave(Stamp stamp) {
        Stamp locked = first();
        stamps.removeIf(each -> isReleased(each, stamp));
        return locked != null && isReleased(locked, stamp);
    }

    private static boolean isReleased(Stamp known, Stamp released) {
        return known.hasOwnerOf(released) && isThatRequest(known, released);
    }

    /** A1: a Release ends the request that it names, and no other of the same node. */
    @Guard("A1")
    private static boolean isThatRequest(Stamp known, Stamp released) {
        return known.equals(released);
    }

    /** All requests, the one that the arbiter is locked for first. */
    List<Stamp> stamps() {
        return List.copyOf(stamps);
    }

    WaitingLine copy() {
        return new WaitingLine(new ArrayList<>(stamps));
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
