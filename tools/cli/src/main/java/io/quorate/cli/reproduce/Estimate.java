// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.reproduce.Item;
import io.quorate.reproduce.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How far all items are, and about how long the rest takes: what each is said to take, corrected by what those took that are done, and
 * by how far those are that run. Several threads tell and ask.
 */
final class Estimate {
    private static final double NANOS = 1e9;

    /** Before that much of an item is done, its own speed says little. */
    private static final double FIRST_PART = 0.1;

    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final int jobs;
    private final LongSupplier clock;

    /** How far one item is; it waits as long as it has not begun. */
    private static final class Part {
        private final double effort;
        private boolean hasBegun;
        private boolean isOver;
        private long begunAt;
        private double seconds;
        private double done;

        private Part(double effort) {
            this.effort = effort;
        }
    }

    /** @param clock the time, in nanoseconds */
    Estimate(List<Item> items, Scale scale, int jobs, LongSupplier clock) {
        items.forEach(item -> parts.put(item.name(), new Part(item.effort().at(scale))));
        this.jobs = jobs;
        this.clock = clock;
    }

    private Part part(Item item) {
        Part part = parts.get(item.name());
        if (part == null) {
            throw new IllegalArgumentException("an item that was not announced: " + item.name());
        }
        return part;
    }

    synchronized void begin(Item item) {
        Part part = part(item);
        part.hasBegun = true;
        part.begunAt = clock.getAsLong();
    }

    synchronized void at(Item item, double done) {
        part(item).done = Math.max(0, Math.min(1, done));
    }

    synchronized void end(Item item) {
        Part part = part(item);
        part.isOver = true;
        part.done = 1;
        part.seconds = (clock.getAsLong() - part.begunAt) / NANOS;
    }

    /** About how many seconds until all is done. */
    synchronized double secondsLeft() {
        double factor = factor();
        double all = 0;
        double longest = 0;
        for (Part part : parts.values()) {
            double left = left(part, factor);
            all += left;
            longest = Math.max(longest, left);
        }
        return Math.max(longest, all / jobs);
    }

    /** How many times longer than said things take here. */
    private double factor() {
        double said = 0;
        double real = 0;
        for (Part part : parts.values()) {
            if (part.isOver) {
                said += part.effort;
                real += part.seconds;
            } else if (part.hasBegun && part.done >= FIRST_PART) {
                said += part.effort * part.done;
                real += elapsed(part);
            }
        }
        return said == 0 ? 1 : real / said;
    }

    private double elapsed(Part part) {
        return (clock.getAsLong() - part.begunAt) / NANOS;
    }

    private double left(Part part, double factor) {
        if (part.isOver) {
            return 0;
        }
        if (!part.hasBegun) {
            return part.effort * factor;
        }
        return part.done >= FIRST_PART
                ? elapsed(part) * (1 - part.done) / part.done
                : Math.max(0, part.effort * factor - elapsed(part));
    }

    /** One line: how many are done, which run, how long it still takes. */
    synchronized String text() {
        long over = parts.values().stream().filter(part -> part.isOver).count();
        List<String> running = new ArrayList<>();
        parts.forEach((name, part) -> {
            if (part.hasBegun && !part.isOver) {
                running.add(name + (part.done == 0 ? "" : " (" + Math.round(100 * part.done) + " %)"));
            }
        });
        return over + " of " + parts.size() + " measured; now " + String.join(", ", running) + "; about "
                + rounded(secondsLeft()) + " left";
    }

    private static String rounded(double seconds) {
        return seconds < 100 ? Math.max(1, Math.round(seconds)) + " s" : Math.round(seconds / 60) + " min";
    }
}
