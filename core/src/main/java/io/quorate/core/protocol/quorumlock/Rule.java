package io.quorate.core.protocol.quorumlock;

/** The rules that can be left out, to show that the checker notices. Production leaves out none. */
public enum Rule {
    R2_ANSWER_WHAT_IS_OVER("R2", "an answer to a request that is over is not answered by Release"),
    R4_INQUIRE_PROVES_THE_GRANT("R4a", "an Inquire that overtakes its Grant is dropped"),
    R4_ONLY_NEWER_GRANTS("R4b", "a Grant counts although it was relinquished before"),
    R5_RELINQUISH_AGAIN("R5", "a grant given back already is not given back again"),
    R7_A_WHOLE_QUORUM("R7", "one vote less than a quorum is enough to hold"),
    R8_GIVE_WAY("R8", "a waiter that is inquired keeps its grant"),
    R9_RELEASE_TO_ALL_ASKED("R9", "Release goes only to the arbiters that have granted"),
    A1_TELL_THE_QUEUED("A1a", "a request that must wait is not answered"),
    A1_INQUIRE_AGAIN("A1b", "a repeated request is answered by its Grant without the Inquire that was sent after it"),
    A1_NEWER_REQUEST_WINS("A1c", "an old request that arrives late replaces a newer one of the same node"),
    A2_OLD_RELEASE("A2", "a late Release of an older request removes the newer one"),
    A3_NUMBER("A3", "a Relinquish of an older grant takes the vote back"),
    A4_INQUIRE_FOR_THE_OLDER("A4a", "an older request does not make the arbiter inquire"),
    A4_NOTICE("A4b", "the holder of a grant is not told that somebody began to wait"),
    A4_SERVE_WHEN_A_WAITER_LEAVES("A4c", "when a waiter leaves, those behind it are not looked at"),
    A5_NO_OVERTAKING("A5", "a SHARED request overtakes an older EXCLUSIVE one that waits"),
    S4_ASK_AGAIN("S4", "after a link reset, the requester does not ask again"),
    S6_ANSWER_AGAIN("S6", "after a link reset, the arbiter does not answer again"),
    P1_WIDEN("P1", "a waiter does not ask others when arbiters are suspected or come back");

    private final String number;
    private final String leftOut;

    Rule(String number, String leftOut) {
        this.number = number;
        this.leftOut = leftOut;
    }

    /** As in the specification. */
    public String number() {
        return number;
    }

    /** What goes differently without it. */
    public String leftOut() {
        return leftOut;
    }
}
