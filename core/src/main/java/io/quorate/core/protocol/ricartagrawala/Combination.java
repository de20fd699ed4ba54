package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.protocol.ricartagrawala.Choices.Choice;
import java.util.List;

/** Two modifications that do not go together, and why. */
record Combination(Choice one, Choice other, String reason) {
    private static final List<Combination> REFUSED = List.of(
            new Combination(
                    Choice.READERS_WRITERS,
                    Choice.STANDING_REPLIES,
                    "a REPLY to a reader would not say whether it lasts when the reader comes back to write"),
            new Combination(
                    Choice.STANDING_REPLIES,
                    Choice.PRACTICAL,
                    "who comes into the group has no REPLY of anybody, but those who have one of it would not ask"));

    static void requireAllowed(Choices choices) {
        for (Combination refused : REFUSED) {
            if (choices.has(refused.one) && choices.has(refused.other)) {
                throw new IllegalArgumentException("\"" + refused.one.word() + "\" and \"" + refused.other.word()
                        + "\" do not go together: " + refused.reason + ".");
            }
        }
    }
}
