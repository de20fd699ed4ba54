// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers and times as people write them, the same in every country. */
public final class Words {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private Words() {}

    /** As in {@code 1,234,567}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** As in {@code 1 hold} and {@code 2 holds}. */
    public static String count(long number, String thing) {
        return count(number) + " " + thing + (number == 1 ? "" : "s");
    }

    /** Two digits behind the point. */
    public static String decimal(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    /** A whole number as it is, else two digits behind the point. */
    public static String number(double number) {
        return number == Math.rint(number) ? count((long) number) : decimal(number);
    }

    /** As in {@code 12.3 us}, {@code 4.56 ms}, {@code 7.89 s}. */
    public static String nanos(long nanos) {
        return nanos((double) nanos);
    }

    /** As {@link #nanos(long)}, for an average. */
    public static String nanos(double nanos) {
        if (nanos < MILLI) {
            return String.format(Locale.ROOT, "%.1f us", nanos / MICRO);
        }
        return nanos < SECOND
                ? String.format(Locale.ROOT, "%.2f ms", nanos / MILLI)
                : String.format(Locale.ROOT, "%.2f s", nanos / SECOND);
    }

    /** The text in lines of a maximum length, broken between words. */
    public static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Reads {@code 500us}, {@code 10ms}, {@code 5s}, {@code 2m} or {@code 1h}. */
    public static Duration duration(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (lower.startsWith("-")) {
            throw new IllegalArgumentException("A time must not be negative: \"" + text
                    + "\". Give a whole number with its unit, as in 10ms or 5s.");
        }
        int digits = 0;
        while (digits < lower.length() && Character.isDigit(lower.charAt(digits))) {
            digits++;
        }
        if (digits == 0 || digits > 9) {
            throw notADuration(text);
        }
        long number = Long.parseLong(lower.substring(0, digits));
        return switch (lower.substring(digits)) {
            case "us" -> Duration.ofNanos(number * MICRO);
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> throw notADuration(text);
        };
    }

    /** The same for a time that must be longer than nothing. */
    public static Duration positive(String option, String text) {
        Duration time = duration(text);
        if (time.isZero()) {
            throw new IllegalArgumentException(
                    "The time of " + option + " must be above zero, not \"" + text + "\": give 1ms or more.");
        }
        return time;
    }

    private static IllegalArgumentException notADuration(String text) {
        return new IllegalArgumentException(
                "A time is written as a whole number with its unit, as in 500us, 10ms, 5s, 2m or 1h; this is not one: \""
                        + text + "\".");
    }
}
