// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Faults that begin and end at given times, as text with one change a line:
 *
 * <pre>
 * # time  hosts  faults
 * 0s      a-b    delay=10ms jitter=2ms
 * 2s      a&gt;b    drop=0.3
 * 4500ms  a-b    cut=1
 * 5s      a-b    cut=0 drop=0
 * </pre>
 *
 * {@code a-b} means both directions, {@code a>b} one.
 */
public final class Script {
    private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\w+)([->])(\\w+)\\s+(\\S.*)");
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(us|ms|s)");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");

    private final List<Step> steps;

    private Script(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /** A change of one direction; the rules are in the words of the switch. */
    record Step(Duration at, String from, String to, String rules) {}

    /**
     * Reads a script.
     *
     * @param text one change a line, as in {@code 2s a-b drop=0.3}
     * @return the script
     * @throws IllegalArgumentException if a line is not valid; the message has its number
     */
    public static Script parse(String text) {
        List<Step> steps = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String words = line.replaceFirst("#.*", "").strip();
            if (!words.isEmpty()) {
                try {
                    steps.addAll(steps(words));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException(
                            "Line " + number + " of the script: " + wrong.getMessage(), wrong);
                }
            }
        }
        return new Script(steps);
    }

    private static List<Step> steps(String words) {
        Matcher line = LINE.matcher(words);
        if (!line.matches()) {
            throw new IllegalArgumentException(
                    "Expected a time, two hosts and faults, as in \"2s a-b drop=0.3\", not \"" + words + "\".");
        }
        Duration at = time(line.group(1));
        String rules = rules(line.group(5));
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(at, line.group(2), line.group(4), rules));
        if (line.group(3).equals("-")) {
            steps.add(new Step(at, line.group(4), line.group(2), rules));
        }
        return steps;
    }

    /**
     * Reads a time as people write it, as in {@code 10ms}.
     *
     * @param text a number with the unit us, ms or s
     * @return the time
     * @throws IllegalArgumentException if the text is no time
     */
    public static Duration time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is no time: write 500us, 10ms or 2s.");
        }
        int nanosPerUnit = switch (time.group(2)) {
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            default -> 1_000_000_000;
        };
        return Duration.ofNanos(new BigDecimal(time.group(1))
                .multiply(BigDecimal.valueOf(nanosPerUnit))
                .longValue());
    }

    private static String rules(String text) {
        List<String> rules = new ArrayList<>();
        for (String word : text.split("\\s+")) {
            String[] sides = word.split("=", 2);
            if (sides.length != 2) {
                throw new IllegalArgumentException("Expected NAME=VALUE, not \"" + word + "\".");
            }
            switch (sides[0]) {
                case "delay", "jitter" ->
                    rules.add(sides[0] + "=" + time(sides[1]).toNanos());
                case "drop", "duplicate", "reorder", "cut" -> rules.add(sides[0] + "=" + number(sides, 1));
                case "rate" -> rules.add("rate=" + number(sides, Long.MAX_VALUE));
                default ->
                    throw new IllegalArgumentException("There is no fault \"" + sides[0]
                            + "\", only delay, jitter, drop, duplicate, reorder, rate and cut.");
            }
        }
        return String.join(" ", rules);
    }

    private static String number(String[] sides, double highest) {
        if (!NUMBER.matcher(sides[1]).matches() || Double.parseDouble(sides[1]) > highest) {
            throw new IllegalArgumentException("\"" + sides[1] + "\" is no value for " + sides[0] + ".");
        }
        return sides[1];
    }

    List<Step> steps() {
        return steps;
    }
}
