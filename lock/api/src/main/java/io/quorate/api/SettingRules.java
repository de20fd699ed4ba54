// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import io.quorate.api.text.Printable;
import java.time.Duration;
import java.util.List;

/** Checks single settings. Each rule adds its error to a list, so that all are reported together. */
final class SettingRules {
    private static final int GUEST_NAME_MAX = 100;

    private SettingRules() {}

    static void notBlank(String what, String value, List<String> faults) {
        if (value.isBlank()) {
            faults.add("The " + what + " must not be blank: give a name, or omit the setting.");
        }
    }

    static void positive(String what, Duration time, List<String> faults) {
        if (time.isNegative() || time.isZero()) {
            faults.add("The " + what + " must be above zero, not " + time + ".");
        }
    }

    static void notNegative(String what, Duration time, String instead, List<String> faults) {
        if (time.isNegative()) {
            faults.add("The " + what + " must not be negative: " + time + ". " + instead);
        }
    }

    static void guestName(String name, List<String> faults) {
        boolean unfit = name.chars().anyMatch(Character::isWhitespace)
                || !Printable.of(name).equals(name);
        if (name.isBlank() || name.length() > GUEST_NAME_MAX || unfit) {
            faults.add("The name of a guest has 1 to " + GUEST_NAME_MAX
                    + " characters, no blanks and no control characters; choose another than \"" + name + "\".");
        }
    }
}
