// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.time.Duration;
import java.util.List;

/**
 * The faults of one or more directions between hosts. Every method takes effect before it returns, and leaves all other faults
 * as they are. Packets that are already on their way keep their delay.
 */
public final class Link {
    private final Switch itsSwitch;
    private final List<String> directions;

    Link(Switch itsSwitch, List<String> directions) {
        this.itsSwitch = itsSwitch;
        this.directions = List.copyOf(directions);
    }

    /**
     * Delays packets in each direction.
     *
     * @param time how long a packet takes
     * @return this link
     */
    public Link delay(Duration time) {
        return set("delay=" + nanos("delay", time));
    }

    /**
     * Delays packets in each direction.
     *
     * @param millis how long a packet takes, in milliseconds
     * @return this link
     */
    public Link delay(long millis) {
        return delay(Duration.ofMillis(millis));
    }

    /**
     * Adds a random delay. Keeps the order of packets.
     *
     * @param time the maximum of the additional delay
     * @return this link
     */
    public Link jitter(Duration time) {
        return set("jitter=" + nanos("jitter", time));
    }

    /**
     * Adds a random delay, as {@link #jitter(Duration)}.
     *
     * @param millis the maximum of the additional delay, in milliseconds
     * @return this link
     */
    public Link jitter(long millis) {
        return jitter(Duration.ofMillis(millis));
    }

    private static long nanos(String what, Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("The " + what + " must not be negative: " + time + ".");
        }
        return time.toNanos();
    }

    /**
     * Drops packets at random.
     *
     * @param part the share of lost packets, 0 to 1
     * @return this link
     */
    public Link drop(double part) {
        return set("drop=" + part("drop", part));
    }

    /**
     * Duplicates packets at random.
     *
     * @param part the share of packets that arrive twice, 0 to 1
     * @return this link
     */
    public Link duplicate(double part) {
        return set("duplicate=" + part("duplicate", part));
    }

    /**
     * Holds packets back until one to three later ones have passed, or for 50 ms if none come.
     *
     * @param part the share of packets that are held back, 0 to 1
     * @return this link
     */
    public Link reorder(double part) {
        return set("reorder=" + part("reorder", part));
    }

    private static double part(String what, double part) {
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("The part to " + what + " must be between 0 and 1, not " + part + ".");
        }
        return part;
    }

    /**
     * Limits the rate, with a queue of one second.
     *
     * @param bytesPerSecond bytes a second, or 0 for no limit
     * @return this link
     */
    public Link rate(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("The rate must not be negative: " + bytesPerSecond + ".");
        }
        return set("rate=" + bytesPerSecond);
    }

    /**
     * Drops all packets. No sender is told.
     *
     * @return this link
     */
    public Link cut() {
        return set("cut=1");
    }

    /**
     * Ends a {@link #cut}.
     *
     * @return this link
     */
    public Link heal() {
        return set("cut=0");
    }

    /**
     * Removes all faults: no delay, no loss, no limit.
     *
     * @return this link
     */
    public Link clear() {
        return set("delay=0 jitter=0 drop=0 duplicate=0 reorder=0 rate=0 cut=0");
    }

    private Link set(String rules) {
        directions.forEach(direction -> itsSwitch.change(direction, rules));
        return this;
    }

    /**
     * Counts the packets of these directions, taken together.
     *
     * @return the counts since the network was opened
     */
    public Counts counts() {
        Counts sum = new Counts(0, 0, 0, 0, 0);
        for (String direction : directions) {
            sum = sum.plus(itsSwitch.counts(direction));
        }
        return sum;
    }

    /**
     * Numbers of packets since the hosts were made.
     *
     * @param packets all that were sent
     * @param dropped those lost on purpose, by {@link Link#drop} or {@link Link#cut}
     * @param duplicated those that were sent twice
     * @param reordered those that were held back
     * @param overflowed those lost because a queue was full
     */
    public record Counts(long packets, long dropped, long duplicated, long reordered, long overflowed) {
        Counts plus(Counts other) {
            return new Counts(
                    packets + other.packets,
                    dropped + other.dropped,
                    duplicated + other.duplicated,
                    reordered + other.reordered,
                    overflowed + other.overflowed);
        }
    }
}
