package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.protocol.ricartagrawala.Choices.Choice;
import org.jspecify.annotations.Nullable;

/**
 * The rules that can be left out, to show that the checker notices. Those that the listing of section 2.2 does not have are
 * marked by the erratum that asks for them; {@code as-printed} is without all of these.
 */
public enum Rule {
    R1_ASK_ALL("R1", Source.PAPER, null, "all REPLYs but one are enough to enter"),
    R2_TAGS("R2", Source.ADDED, null, "a REPLY to an older request counts for the present one (E-R8)"),
    R3_SET("R3", Source.ADDED, null, "REPLYs are counted, whoever they come from (E-R8)"),
    R4_ASK_AGAIN("R4", Source.ADDED, null, "after a link reset, the requester does not ask again"),
    D1_SMALLER_FIRST("D1", Source.PAPER, null, "a REQUEST with a larger number is not deferred"),
    D2_TIES("D2", Source.PAPER, null, "of two equal numbers, neither goes first"),
    D3_ANSWER_THE_DEFERRED("D3", Source.PAPER, null, "who leaves forgets those it deferred"),
    D4_NEWEST_DEFERRED("D4", Source.ADDED, null, "an older REQUEST takes the place of a newer one that is deferred"),
    D5_ONE_STEP(
            "D5", Source.ADDED, null, "a REQUEST is noted as deferred only some time after that was decided (E-R1)"),
    N1_OWN_NUMBER("N1", Source.ADDED, Choice.COUNTED, "the own number does not count as seen (E-R2)"),
    N2_NEVER_BACK(
            "N2", Source.PAPER, Choice.COUNTED, "a smaller number takes the place of a larger one seen before (E-R12)"),
    N3_NUMBERS_SEEN("N3", Source.PAPER, Choice.COUNTED, "the numbers of others do not count as seen"),
    W1_READERS_TOGETHER("W1", Source.PAPER, Choice.READERS_WRITERS, "a reader does not defer a writer either"),
    C1_TAKE_BACK(
            "C1", Source.PAPER, Choice.STANDING_REPLIES, "who answers an older REQUEST keeps the asker's own REPLY"),
    C2_GIVEN_AWAY(
            "C2",
            Source.PAPER,
            Choice.STANDING_REPLIES,
            "who answers a REQUEST while idle keeps the asker's own REPLY"),
    P1_PROBE_IS_A_REQUEST(
            "P1",
            Source.ADDED,
            Choice.PRACTICAL,
            "ARE_YOU_THERE is answered by a REPLY if nothing is deferred, though the REQUEST has not come (E-R7)"),
    P2_PRETEND("P2", Source.PAPER, Choice.PRACTICAL, "nobody pretends the REPLY of a node that has failed or left"),
    P3_PRETEND_BY_NAME(
            "P3", Source.ADDED, Choice.PRACTICAL, "a pretended REPLY is counted, though the real one has come (E-R8)"),
    P4_OWN_NUMBER_TOLD(
            "P4", Source.ADDED, Choice.PRACTICAL, "ADD_ACK does not tell the number of the own request (E-R9)"),
    P5_ADDED_FIRST("P5", Source.ADDED, Choice.PRACTICAL, "ADD is answered before the new node is in NAMES (E-R9)"),
    P6_HIGHEST_OF_ALL(
            "P6", Source.ADDED, Choice.PRACTICAL, "the new node learns the highest number of its sponsor only (E-R9)"),
    P7_AWAIT_ACKS("P7", Source.ADDED, Choice.PRACTICAL, "the sponsor does not wait for ADD_ACKs (E-R10)"),
    P8_REJOIN("P8", Source.PAPER, Choice.PRACTICAL, "a node that has started again asks without being inserted"),
    P9_TERMS(
            "P9", Source.ADDED, Choice.PRACTICAL, "news of the end of an earlier membership ends the present one, too"),
    P10_RESTART_YOURSELF("P10", Source.PAPER, Choice.PRACTICAL, "a REQUEST of a node that is not in NAMES is answered");

    private final String number;
    private final Source source;
    private final @Nullable Choice choice;
    private final String leftOut;

    Rule(String number, Source source, @Nullable Choice choice, String leftOut) {
        this.number = number;
        this.source = source;
        this.choice = choice;
        this.leftOut = leftOut;
    }

    /** As on the protocol's page. */
    public String number() {
        return number;
    }

    /** What goes differently without it. */
    public String leftOut() {
        return leftOut;
    }

    boolean isInThePaper() {
        return source == Source.PAPER;
    }

    /** The fewest choices that have it. */
    Choices choices() {
        return choice == null ? Choices.PLAIN : Choices.of(choice);
    }

    private enum Source {
        PAPER,
        ADDED
    }
}
