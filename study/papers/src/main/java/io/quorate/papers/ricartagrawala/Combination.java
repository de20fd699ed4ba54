// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.papers.ricartagrawala.Choices.Choice;
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

    private static final String ON_THE_RING =
            "on the ring the REQUEST that comes back is the answer, and nobody else gives one";
    private static final String PRINTED =
            "the listing of section 2.2 sends every message to one node, and waits for all answers";

    private static final String NO_KIND_ON_THE_RING =
            "a REQUEST on the ring does not say what it is for, so readers would wait for readers";
    private static final String NO_NUMBERS =
            "the place of a REQUEST on the medium stands for its number, so there is none to choose";
    private static final String ONE_QUEUE =
            "the queue that the medium makes has one first request, of a reader or of a writer";
    private static final String ASKS_ALL_AGAIN = "a broadcast would ask those again whose REPLY still stands";
    private static final String ATTEMPTS_ARE_SAID =
            "a REPLY that was given back is known by its number, which neither silence nor a list of recipients has";
    private static final String EVERY_ANSWER_ONCE =
            "numbers wrap around, which is safe only if every REQUEST has just one REPLY of each node, sent to it alone";

    /** Sections 6.1 to 6.3. */
    private static final List<Combination> OF_MEDIA = List.of(
            new Combination(Choice.IMPLICIT_REPLY, Choice.RING, ON_THE_RING),
            new Combination(Choice.IMPLICIT_REPLY, Choice.RING_NOTES, ON_THE_RING),
            new Combination(
                    Choice.IMPLICIT_REPLY,
                    Choice.SEQUENCED,
                    "where the medium gives the order nobody waits for a time, only for the REPLYs of those before"),
            new Combination(
                    Choice.IMPLICIT_REPLY,
                    Choice.STANDING_REPLIES,
                    "who is silent would not know whether it has given a REPLY that lasts"),
            new Combination(Choice.COUNTED, Choice.SEQUENCED, NO_NUMBERS),
            new Combination(Choice.SEQUENCED, Choice.READERS_WRITERS, ONE_QUEUE),
            new Combination(
                    Choice.SEQUENCED,
                    Choice.STANDING_REPLIES,
                    "a REPLY on the medium says that one request is over, not that another may be made"),
            new Combination(Choice.BROADCAST, Choice.STANDING_REPLIES, ASKS_ALL_AGAIN),
            new Combination(Choice.BROADCAST_REPLIES, Choice.STANDING_REPLIES, ASKS_ALL_AGAIN),
            new Combination(Choice.RING, Choice.STANDING_REPLIES, ON_THE_RING),
            new Combination(Choice.RING_NOTES, Choice.STANDING_REPLIES, ON_THE_RING),
            new Combination(Choice.RING, Choice.READERS_WRITERS, NO_KIND_ON_THE_RING),
            new Combination(Choice.RING_NOTES, Choice.READERS_WRITERS, NO_KIND_ON_THE_RING),
            new Combination(Choice.RING, Choice.WRITERS_FIRST, NO_KIND_ON_THE_RING),
            new Combination(Choice.RING_NOTES, Choice.WRITERS_FIRST, NO_KIND_ON_THE_RING),
            new Combination(Choice.SEQUENCED, Choice.WRITERS_FIRST, ONE_QUEUE),
            new Combination(Choice.SEQUENCED, Choice.MODULO, NO_NUMBERS),
            new Combination(Choice.SEQUENCED, Choice.RANDOM_INCREMENTS, NO_NUMBERS),
            new Combination(Choice.SEQUENCED, Choice.PRIORITY, NO_NUMBERS),
            new Combination(Choice.IMPLICIT_REPLY, Choice.WRITERS_FIRST, ATTEMPTS_ARE_SAID),
            new Combination(Choice.BROADCAST_REPLIES, Choice.WRITERS_FIRST, ATTEMPTS_ARE_SAID),
            new Combination(Choice.MODULO, Choice.IMPLICIT_REPLY, EVERY_ANSWER_ONCE),
            new Combination(Choice.MODULO, Choice.BROADCAST_REPLIES, EVERY_ANSWER_ONCE),
            new Combination(Choice.MODULO, Choice.RING, EVERY_ANSWER_ONCE),
            new Combination(Choice.MODULO, Choice.RING_NOTES, EVERY_ANSWER_ONCE),
            new Combination(Choice.IMPLICIT_REPLY, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.BROADCAST, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.SEQUENCED, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.BROADCAST_REPLIES, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.RING, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.RING_NOTES, Choice.AS_PRINTED, PRINTED));

    private static final String ONE_BY_ONE =
            "who has failed or is new is told apart from the others by REQUESTs and REPLYs between two nodes each";
    private static final String UNIT_STEPS =
            "how far numbers have come tells nothing about older requests unless each is one more than the highest before, and nobody is let pass by others";

    private static final String ANSWERS_TELL = "the answers to the broadcast tell the highest number already";

    /** Section 7. */
    private static final List<Combination> OF_PRACTICE = List.of(
            new Combination(
                    Choice.STANDING_REPLIES,
                    Choice.PRACTICAL,
                    "who comes into the group has no REPLY of anybody, but those who have one of it would not ask"),
            new Combination(
                    Choice.MODULO,
                    Choice.PRACTICAL,
                    "the modulus is made for a number of nodes, and pretended REPLYs let numbers lie farther apart (E-R6)"),
            new Combination(Choice.WRITERS_FIRST, Choice.PRACTICAL, "a probe does not say which attempt it repeats"),
            new Combination(
                    Choice.IMPLICIT_REPLY, Choice.PRACTICAL, "the silence of a dead node would be a REPLY already"),
            new Combination(Choice.BROADCAST, Choice.PRACTICAL, ONE_BY_ONE),
            new Combination(Choice.SEQUENCED, Choice.PRACTICAL, ONE_BY_ONE),
            new Combination(Choice.BROADCAST_REPLIES, Choice.PRACTICAL, ONE_BY_ONE),
            new Combination(Choice.RING, Choice.PRACTICAL, ONE_BY_ONE),
            new Combination(Choice.RING_NOTES, Choice.PRACTICAL, ONE_BY_ONE),
            new Combination(Choice.INSERT_BY_BROADCAST, Choice.LEARN_FROM_EACH, ANSWERS_TELL),
            new Combination(Choice.INSERT_BY_BROADCAST, Choice.LEARN_FROM_GROWTH, ANSWERS_TELL),
            new Combination(Choice.INSERT_BY_BROADCAST, Choice.LEARN_BY_WAITING, ANSWERS_TELL),
            new Combination(Choice.INSERT_BY_BROADCAST, Choice.LEARN_FROM_ONE, ANSWERS_TELL),
            new Combination(Choice.RANDOM_INCREMENTS, Choice.LEARN_FROM_GROWTH, UNIT_STEPS),
            new Combination(Choice.PRIORITY, Choice.LEARN_FROM_GROWTH, UNIT_STEPS),
            new Combination(Choice.READERS_WRITERS, Choice.LEARN_FROM_GROWTH, UNIT_STEPS),
            new Combination(Choice.RANDOM_INCREMENTS, Choice.LEARN_FROM_ONE, UNIT_STEPS),
            new Combination(Choice.PRIORITY, Choice.LEARN_FROM_ONE, UNIT_STEPS),
            new Combination(Choice.READERS_WRITERS, Choice.LEARN_FROM_ONE, UNIT_STEPS),
            new Combination(
                    Choice.PRACTICAL,
                    Choice.AS_PRINTED,
                    "section 7 is prose, which leaves open what would be literal"));

    static void requireAllowed(Choices choices) {
        requireNone(REFUSED, choices);
        requireNone(OF_MEDIA, choices);
        requireNone(OF_PRACTICE, choices);
    }

    private static void requireNone(List<Combination> combinations, Choices choices) {
        for (Combination refused : combinations) {
            if (choices.has(refused.one) && choices.has(refused.other)) {
                throw new IllegalArgumentException("\"" + refused.one.word() + "\" and \"" + refused.other.word()
                        + "\" do not go together: " + refused.reason + ".");
            }
        }
    }
}
