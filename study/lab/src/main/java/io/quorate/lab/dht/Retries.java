// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.overlay.dht.DhtTimer;
import java.time.Duration;
import java.util.Locale;

/**
 * How often a waiting node asks the replicas, or the owner of the queue, again although it was answered. Nothing is lost in these
 * experiments, so that it
 * changes only how many messages there are; and that it does very much.
 *
 * @param kind by which rule
 * @param every the time between, if the rule is a fixed time
 */
public record Retries(Kind kind, Duration every) {
    /** A rule. */
    public enum Kind {
        /** As the nodes do it: 2 to 4 seconds, and 2 more for each request that is known to come before. */
        PRODUCTION,
        /** Never: replicas tell the next waiter. */
        NEVER,
        /** After a fixed time. */
        FIXED,
        /**
         * Informed back-off (Lin and others 2004): the mean time of a hold, which is two rounds, for each request that comes before,
         * and half of it.
         */
        INFORMED,
        /** The same, if P is the place in the queue, counted from 1: the paper's sources do not say which it is. */
        INFORMED_BY_PLACE
    }

    public static final Retries PRODUCTION = new Retries(Kind.PRODUCTION, Duration.ZERO);
    public static final Retries NEVER = new Retries(Kind.NEVER, Duration.ZERO);
    public static final Retries INFORMED = new Retries(Kind.INFORMED, Duration.ZERO);
    public static final Retries INFORMED_BY_PLACE = new Retries(Kind.INFORMED_BY_PLACE, Duration.ZERO);

    static final long NO_TIME = -1;

    private static final int ROUNDS_HELD = 2;

    public Retries {
        if (kind == Kind.FIXED && (every.isNegative() || every.isZero())) {
            throw new IllegalArgumentException("A node must wait some time before it asks again, not " + every + ".");
        }
    }

    /** After this time, again and again. */
    public static Retries every(Duration time) {
        return new Retries(Kind.FIXED, time);
    }

    /**
     * Reads {@code production}, {@code never}, {@code informed}, {@code informed-by-place}, or a number of rounds as in {@code 1} or
     * {@code 0.5}.
     */
    public static Retries parse(String text, Duration round) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "production" -> PRODUCTION;
            case "never" -> NEVER;
            case "informed" -> INFORMED;
            case "informed-by-place" -> INFORMED_BY_PLACE;
            default -> every(rounds(text, round));
        };
    }

    private static Duration rounds(String text, Duration round) {
        if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,3})?")) {
            throw new IllegalArgumentException(
                    "A waiter asks again: never, informed, informed-by-place, production, or after a number of rounds, as in 1 or 0.5; this is none of them: \""
                            + text + "\".");
        }
        return Duration.ofNanos(Math.round(Double.parseDouble(text) * round.toNanos()));
    }

    /** For tables and plots. */
    public String text(Duration round) {
        return switch (kind) {
            case PRODUCTION -> "production";
            case NEVER -> "never";
            case INFORMED -> "informed";
            case INFORMED_BY_PLACE -> "informed-by-place";
            case FIXED -> {
                double rounds = (double) every.toNanos() / round.toNanos();
                yield rounds == Math.rint(rounds) ? String.valueOf((long) rounds) : String.valueOf(rounds);
            }
        };
    }

    /** As part of a sentence. */
    public String sentence(Duration round) {
        return switch (kind) {
            case PRODUCTION -> "who waits asks again after 2 to 4 s, and 2 s for each before it";
            case NEVER -> "who waits never asks again";
            case INFORMED -> "who waits asks again after (P + 1/2) holds, P of them before it";
            case INFORMED_BY_PLACE -> "who waits asks again after (P + 1/2) holds, P its place from 1 on";
            case FIXED -> "who waits asks again every " + (text(round).equals("1") ? "round" : text(round) + " rounds");
        };
    }

    /**
     * How long the timer runs that makes a node ask again.
     *
     * @param delay how long the node wants it to run: the jitter, and as much again for each request before it
     * @param jitter by how much longer at most
     * @param chance a random number from 0 to 1
     * @return {@link #NO_TIME} if it never expires
     */
    long nanos(Duration delay, Duration jitter, Duration round, double chance) {
        long before = delay.toNanos() / jitter.toNanos() - 1;
        return switch (kind) {
            case PRODUCTION -> delay.toNanos() + (long) (chance * jitter.toNanos());
            case NEVER -> NO_TIME;
            case FIXED -> every.toNanos();
            case INFORMED -> ROUNDS_HELD * round.toNanos() * (2 * before + 1) / 2;
            case INFORMED_BY_PLACE -> ROUNDS_HELD * round.toNanos() * (2 * before + 3) / 2;
        };
    }

    /** The timers in question: of who waits for replicas, and of who stands in the queue of another node. */
    static boolean areBy(Object timer) {
        return timer == DhtTimer.LOOK_AGAIN || timer == DhtTimer.PATIENCE;
    }
}
