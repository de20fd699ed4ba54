// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.roster;

import io.quorate.api.RosterChange;
import io.quorate.core.wire.MalformedFrameException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** A wish to change the roster as one line, for admin requests. */
public final class ChangeText {
    /** Maximum length in bytes. */
    public static final int BYTES_MAX = 8192;

    private static final String BETWEEN_STEPS = "|";

    private ChangeText() {}

    public static String of(RosterChange change) {
        List<String> steps = new ArrayList<>();
        for (RosterChange.Step step : change.steps()) {
            if (step.what().contains(BETWEEN_STEPS) || step.what().contains(" ")) {
                throw new IllegalArgumentException("\"" + step.what()
                        + "\" has a blank or a vertical bar in it: write it without, as in d=hostD:7400 or majority.");
            }
            String address = step.address();
            steps.add(step.kind() + " " + step.what() + (address == null ? "" : " " + address));
        }
        return String.join(BETWEEN_STEPS, steps);
    }

    /** Reads a text of {@link #of}; throws {@link MalformedFrameException} for any other. */
    public static RosterChange read(String text) {
        RosterChange change = RosterChange.none();
        try {
            for (String step : text.split("\\|")) {
                String[] words = step.split(" ", 3);
                change = switch (RosterChange.Kind.valueOf(words[0])) {
                    case ADD -> change.add(words[1] + "=" + words[2]);
                    case REMOVE -> change.remove(words[1]);
                    case MOVE -> change.move(words[1] + "=" + words[2]);
                    case QUORUMS -> change.quorums(words[1]);
                    case LEASE -> change.lease(Duration.parse(words[1]));
                };
            }
            return change;
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeParseException malformed) {
            throw new MalformedFrameException("this changes no roster (" + malformed.getMessage() + ")");
        }
    }
}
