// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.testing.Fault;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which fault strikes at which event of a run, and what decides where there is a choice. As text: {@code CUT_OFF@3} or {@code CUT_OFF@3#7}. */
public record FaultPoint(Fault fault, int event, long seed) {
    /** The seed of tests that give none. */
    public static final long USUAL_SEED = 1;

    private static final Pattern TEXT = Pattern.compile("([A-Z_]+)@(\\d{1,9})(?:#(\\d{1,18}))?");

    /** Reads what {@link #toString} writes; throws {@link IllegalArgumentException} with what is wrong. */
    public static FaultPoint parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text
                    + "\" is not a fault at an event: write it as CUT_OFF@3, or CUT_OFF@3#7 with a seed. The faults are "
                    + Arrays.toString(Fault.values()) + ".");
        }
        String seed = matcher.group(3);
        return new FaultPoint(
                named(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                seed == null ? USUAL_SEED : Long.parseLong(seed));
    }

    private static Fault named(String name) {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no fault \"" + name + "\": take one of " + Arrays.toString(Fault.values()) + "."));
    }

    @Override
    public String toString() {
        return fault + "@" + event + (seed == USUAL_SEED ? "" : "#" + seed);
    }
}
