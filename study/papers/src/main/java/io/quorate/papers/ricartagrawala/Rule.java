// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.papers.ricartagrawala.Choices.Choice;
import org.jspecify.annotations.Nullable;

/**
 * The rules that can be left out, to show that the checker notices. Those that the listing of section 2.2 does not have are
 * marked by the erratum that asks for them; {@code as-printed} is without all of these.
 */
public enum Rule {
    R1_ASK_ALL("R1", Source.PAPER, null, "all REPLYs but one are enough to enter"),
    R2_TAGS("R2", Source.ADDED, null, "a REPLY to an older request counts for the present one (E-R8)"),
    R3_SET("R3", Source.ADDED, null, "REPLYs are counted, without regard to the sender (E-R8)"),
    R4_ASK_AGAIN("R4", Source.ADDED, null, "after a link reset, the requester does not ask again"),
    D1_SMALLER_FIRST("D1", Source.PAPER, null, "a REQUEST with a larger number is not deferred"),
    D2_TIES("D2", Source.PAPER, null, "of two equal numbers, neither goes first"),
    D3_ANSWER_THE_DEFERRED("D3", Source.PAPER, null, "who leaves forgets those it deferred"),
    D4_NEWEST_DEFERRED("D4", Source.ADDED, null, "an older REQUEST takes the place of a newer one that is deferred"),
    D5_ONE_STEP(
            "D5", Source.ADDED, null, "a REQUEST is noted as deferred only some time after that was decided (E-R1)"),
    D6_ACT_IN_THE_END("D6", Source.PAPER, Choice.DELAY_ACTING, "a REQUEST of low priority is never acted upon"),
    N1_OWN_NUMBER("N1", Source.ADDED, Choice.COUNTED, "the own number does not count as seen (E-R2)"),
    N2_NEVER_BACK(
            "N2", Source.PAPER, Choice.COUNTED, "a smaller number takes the place of a larger one seen before (E-R12)"),
    N3_NUMBERS_SEEN("N3", Source.PAPER, Choice.COUNTED, "the numbers of others do not count as seen"),
    B1_MODULUS("B1", Source.PAPER, Choice.MODULO, "numbers are kept modulo 2N - 2"),
    B2_ROUND("B2", Source.PAPER, Choice.MODULO, "numbers are compared as they stand, however far apart"),
    B3_OWN_NUMBER("B3", Source.ADDED, Choice.MODULO, "the own number does not count as seen (E-R3)"),
    B4_NOT_RECALLED("B4", Source.ADDED, Choice.MODULO, "who gives up takes another number next time"),
    I1_SAY_DEFERRED("I1", Source.PAPER, Choice.IMPLICIT_REPLY, "who defers says nothing, so that silence means both"),
    I2_TAGS(
            "I2",
            Source.ADDED,
            Choice.IMPLICIT_REPLY,
            "a DEFERRED to an older request counts for the present one, which nobody answers"),
    M1_OWN_PLACE(
            "M1",
            Source.PAPER,
            Choice.SEQUENCED,
            "a request has its place when it is sent, not when it is on the medium"),
    M2_PRESENT_REQUEST(
            "M2", Source.ADDED, Choice.SEQUENCED, "a request that was given up lets the next one of its node in"),
    L1_RECIPIENTS(
            "L1",
            Source.PAPER,
            Choice.BROADCAST_REPLIES,
            "a REPLY that is broadcast is for everybody who waits (footnote 2)"),
    G1_HOLD("G1", Source.PAPER, Choice.RING, "a REQUEST passes a node that goes first"),
    G2_PASS_ON("G2", Source.PAPER, Choice.RING, "who leaves keeps the REQUESTs that it held"),
    G3_PRESENT_REQUEST("G3", Source.ADDED, Choice.RING, "a REQUEST that was given up lets the next one of its node in"),
    G4_NOTES("G4", Source.PAPER, Choice.RING_NOTES, "who defers a REQUEST does not note that on it"),
    G5_EARLY_REPLIES(
            "G5", Source.ADDED, Choice.RING_NOTES, "a REPLY that comes before the REQUEST is back does not count"),
    W1_READERS_TOGETHER("W1", Source.PAPER, Choice.READERS_WRITERS, "a reader does not defer a writer either"),
    W2_INSIDE("W2", Source.ADDED, Choice.WRITERS_FIRST, "a reader that is inside answers a writer"),
    W3_GIVE_BACK(
            "W3", Source.ADDED, Choice.WRITERS_FIRST, "a reader that lets a writer pass keeps the writer's own REPLY"),
    W4_ATTEMPTS("W4", Source.ADDED, Choice.WRITERS_FIRST, "a REPLY counts that was given back"),
    C1_TAKE_BACK(
            "C1", Source.PAPER, Choice.STANDING_REPLIES, "who answers an older REQUEST keeps the asker's own REPLY"),
    C2_GIVEN_AWAY(
            "C2",
            Source.PAPER,
            Choice.STANDING_REPLIES,
            "who answers a REQUEST while idle keeps the asker's own REPLY"),
    C3_INSIDE("C3", Source.PAPER, Choice.STANDING_REPLIES, "who is inside answers an older REQUEST"),
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
    P10_RESTART_YOURSELF("P10", Source.PAPER, Choice.PRACTICAL, "a REQUEST of a node that is not in NAMES is answered"),
    P11_ENDED(
            "P11",
            Source.ADDED,
            Choice.PRACTICAL,
            "a list brings a member back that has said meanwhile that it leaves"),
    P12_ASKERS(
            "P12",
            Source.ADDED,
            Choice.PRACTICAL,
            "a newcomer does not ask whom it has answered before it had its list, unless the list names them"),
    P13_GO_ON("P13", Source.ADDED, Choice.PRACTICAL, "the sponsor waits for the ADD_ACK of a node that has failed"),
    P14_AWAIT_INCLUDED(
            "P14",
            Source.ADDED,
            Choice.INSERT_BY_BROADCAST,
            "a newcomer does not wait until those that it has asked to include it have done so (E-R10)"),
    P15_NAMED_MEANWHILE(
            "P15",
            Source.ADDED,
            Choice.INSERT_BY_BROADCAST,
            "a newcomer keeps to its first list, without nodes included since");

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

    /** The difference without this rule. */
    public String leftOut() {
        return leftOut;
    }

    boolean isInThePaper() {
        return source == Source.PAPER;
    }

    /** The fewest choices that have it. */
    Choices choices() {
        return choice == null ? Choices.PLAIN : Choices.withFewest(choice);
    }

    private enum Source {
        PAPER,
        ADDED
    }
}
