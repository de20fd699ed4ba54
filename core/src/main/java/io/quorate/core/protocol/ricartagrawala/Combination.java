package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.protocol.ricartagrawala.Choices.Choice;
import java.util.List;

/** Two modifications that do not go together, and why. */
record Combination(Choice one, Choice other, String reason) {
    private static final String WHO_COMES_BACK_TO_WRITE =
            "a REPLY to a reader would not say whether it lasts when the reader comes back to write";

    private static final String PASSED_WITHOUT_END =
            "a slow reader is passed by other readers without end, and numbers are compared that lie too far apart, so that a reader and a writer enter together (E-R5)";

    private static final List<Combination> REFUSED = List.of(
            new Combination(Choice.READERS_WRITERS, Choice.STANDING_REPLIES, WHO_COMES_BACK_TO_WRITE),
            new Combination(Choice.WRITERS_FIRST, Choice.STANDING_REPLIES, WHO_COMES_BACK_TO_WRITE),
            new Combination(Choice.MODULO, Choice.READERS_WRITERS, PASSED_WITHOUT_END),
            new Combination(Choice.MODULO, Choice.WRITERS_FIRST, PASSED_WITHOUT_END),
            new Combination(
                    Choice.MODULO,
                    Choice.STANDING_REPLIES,
                    "who need not ask raises its number without the others, and numbers are compared that lie too far apart, so that two enter (E-R6)"),
            new Combination(
                    Choice.WRITERS_FIRST,
                    Choice.AS_PRINTED,
                    "the report says that writers have priority, but its rule gives them none; take readers-writers"));

    static void requireAllowed(Choices choices) {
        for (Combination refused : REFUSED) {
            if (choices.has(refused.one) && choices.has(refused.other)) {
                throw new IllegalArgumentException("\"" + refused.one.word() + "\" and \"" + refused.other.word()
                        + "\" do not go together: " + refused.reason + ".");
            }
        }
    }
}
