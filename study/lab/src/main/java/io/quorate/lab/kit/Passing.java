// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import io.quorate.core.lock.ProtocolTraits.Fairness;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often a waiter may be passed, and what counts as that. It belongs to the state of a cluster in which it is watched.
 *
 * @param max so often at most during one wait
 */
public record Passing(Order order, int max) {
    /** Nobody counts who passes whom. */
    public static final Passing UNWATCHED = new Passing(Order.ANY, -1);

    private static final Pattern FORM = Pattern.compile("at-most-([0-9]{1,3})(-by-age|-by-arrival)?");

    /**
     * The nodes that have passed a waiter. The orders are judged at <em>quiet releases</em>: when the lock is given back and no frame is
     * under
     * way, every request that was sent has reached the queue where it waits: at a voter, at a replica or on the way to one.
     * While frames are under way no order can be promised: a request may have reached one voter and not the next.
     */
    public enum Order {
        /** Anybody who enters meanwhile. */
        ANY(""),
        /** The next to enter after a quiet release, if the waiter was the oldest then, by stamps, and the other is younger. */
        AGE("-by-age"),
        /** A node passes if it enters earlier although it began to wait after a quiet release, and the waiter before. */
        ARRIVAL("-by-arrival");

        private final String text;

        Order(String text) {
            this.text = text;
        }
    }

    /** The next to enter after a quiet release is the oldest who waits then; so often at most a younger one comes before. */
    public static Passing byAge(int max) {
        return new Passing(Order.AGE, max);
    }

    /** A node that waits at a quiet release enters before later ones, with this number of exceptions. */
    public static Passing byArrival(int max) {
        return new Passing(Order.ARRIVAL, max);
    }

    /** The order that a protocol declares, with nobody passed; empty if it promises none to all. */
    public static Optional<Passing> declared(Fairness fairness) {
        return switch (fairness) {
            case STAMP_ORDER -> Optional.of(byAge(0));
            case ARRIVAL -> Optional.of(byArrival(0));
            case WRITERS_FIRST -> Optional.empty(); // readers may starve
            case BOUNDED -> Optional.empty(); // the kit knows the bound
            case NONE -> Optional.empty();
        };
    }

    /** Reads {@code at-most-5}, {@code at-most-0-by-age} or {@code at-most-1-by-arrival}; empty if it is none of these. */
    public static Optional<Passing> parse(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            return Optional.empty();
        }
        String order = form.group(2) == null ? "" : form.group(2);
        for (Order each : Order.values()) {
            if (each.text.equals(order)) {
                return Optional.of(new Passing(each, Integer.parseInt(form.group(1))));
            }
        }
        throw new IllegalStateException("no order is written as " + order);
    }

    public boolean isWatched() {
        return max >= 0;
    }

    /** The promise, as a sentence. */
    public String sentence() {
        return switch (order) {
            case ANY -> "while somebody waits, others enter at most " + max + " times";
            case AGE ->
                max == 0
                        ? "after a release with no frame under way nobody enters before the oldest who waits then"
                        : "while the oldest waits, at most " + max
                                + " younger enter next after a release with no frame under way";
            case ARRIVAL ->
                max == 0
                        ? "who begins to wait after a release with no frame under way enters after those who waited then"
                        : "of those who begin to wait after a release with no frame under way at most " + max
                                + " enter before one who waited then";
        };
    }

    @Override
    public String toString() {
        return "at-most-" + max + order.text;
    }
}
