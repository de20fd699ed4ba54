// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import java.util.Locale;

/** Reads the numbers of options. */
public final class Numbers {
    private static final String UNITS = "(ns|us|ms|s)?";

    private Numbers() {}

    static long whole(String text) {
        if (!text.matches("[0-9]{1,15}")) {
            throw new IllegalArgumentException("\"" + text + "\" is no whole number of at most 15 digits, from 0 up");
        }
        return Long.parseLong(text);
    }

    public static int count(String text) {
        long whole = whole(text);
        if (whole > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(text + " is too many: at most " + Integer.MAX_VALUE);
        }
        return (int) whole;
    }

    public static double decimal(String text) {
        if (!text.matches("[0-9]{1,6}(\\.[0-9]{1,17})?(E-[0-9]{1,3})?")) {
            throw new IllegalArgumentException("\"" + text + "\" is no number");
        }
        return Double.parseDouble(text);
    }

    /** Whether it is a length of time such as {@code 500000}, {@code 500us} or {@code 20ms}. */
    public static boolean isNanos(String text) {
        return text.matches("[0-9]{1,15}" + UNITS);
    }

    /** A length of time in nanoseconds, unless it has a unit. */
    public static long nanos(String text) {
        if (!isNanos(text)) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no length of time. Write nanoseconds as a whole number, or 500us, 20ms, 1s.");
        }
        String digits = text.replaceFirst("[a-z]+$", "");
        long factor = switch (text.substring(digits.length()).toLowerCase(Locale.ROOT)) {
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            default -> 1;
        };
        long number = Long.parseLong(digits);
        if (number > Long.MAX_VALUE / 1_000 / factor) {
            throw new IllegalArgumentException(text + " is longer than any simulation lasts: give less");
        }
        return number * factor;
    }
}
