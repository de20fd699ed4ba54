package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.protocol.ricartagrawala.Choices.Choice;
import java.util.List;

/** Two modifications that do not go together, and why. */
record Combination(Choice one, Choice other, String reason) {
    private static final List<Combination> REFUSED = List.of(new Combination(
            Choice.READERS_WRITERS,
            Choice.STANDING_REPLIES,
            "a REPLY to a reader would not say whether it lasts when the reader comes back to write"));

    private static final String ON_THE_RING =
            "on the ring the REQUEST that comes back is the answer, and nobody else gives one";
    private static final String PRINTED =
            "the listing of section 2.2 sends every message to one node, and waits for all answers";

    /** Sections 6.1 to 6.3. */
    private static final List<Combination> OF_MEDIA = List.of(
            new Combination(Choice.IMPLICIT_REPLY, Choice.RING, ON_THE_RING),
            new Combination(Choice.IMPLICIT_REPLY, Choice.RING_NOTES, ON_THE_RING),
            new Combination(
                    Choice.IMPLICIT_REPLY,
                    Choice.SEQUENCED,
                    "where the medium gives the order nobody waits for a time, but for the REPLYs of those before"),
            new Combination(
                    Choice.IMPLICIT_REPLY,
                    Choice.STANDING_REPLIES,
                    "who is silent would not know whether it has given a REPLY that lasts"),
            new Combination(
                    Choice.COUNTED,
                    Choice.SEQUENCED,
                    "the place of a REQUEST on the medium stands for its number, so there are none to count"),
            new Combination(
                    Choice.SEQUENCED,
                    Choice.READERS_WRITERS,
                    "the queue that the medium makes has one first request, be it of a reader or of a writer"),
            new Combination(
                    Choice.SEQUENCED,
                    Choice.STANDING_REPLIES,
                    "a REPLY on the medium says that one request is over, not that another may be made"),
            new Combination(
                    Choice.BROADCAST,
                    Choice.STANDING_REPLIES,
                    "a broadcast would ask those again whose REPLY still stands"),
            new Combination(
                    Choice.BROADCAST_REPLIES,
                    Choice.STANDING_REPLIES,
                    "a broadcast would ask those again whose REPLY still stands"),
            new Combination(Choice.RING, Choice.STANDING_REPLIES, ON_THE_RING),
            new Combination(Choice.RING_NOTES, Choice.STANDING_REPLIES, ON_THE_RING),
            new Combination(
                    Choice.RING,
                    Choice.READERS_WRITERS,
                    "a REQUEST on the ring does not say what it is for, so readers would wait for readers"),
            new Combination(
                    Choice.RING_NOTES,
                    Choice.READERS_WRITERS,
                    "a REQUEST on the ring does not say what it is for, so readers would wait for readers"),
            new Combination(Choice.IMPLICIT_REPLY, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.BROADCAST, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.SEQUENCED, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.BROADCAST_REPLIES, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.RING, Choice.AS_PRINTED, PRINTED),
            new Combination(Choice.RING_NOTES, Choice.AS_PRINTED, PRINTED));

    static void requireAllowed(Choices choices) {
        requireNone(REFUSED, choices);
        requireNone(OF_MEDIA, choices);
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
