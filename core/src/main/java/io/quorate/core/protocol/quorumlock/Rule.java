package io.quorate.core.protocol.quorumlock;

/** The rules that can be left out, to show that the checker notices. Production leaves out none. */
public enum Rule {
    R2_ANSWER_WHAT_IS_OVER("R2", "an answer to a request that is over is not answered by Release"),
    R3_PRESENT_SESSION(
            "R3", "what an arbiter said in a session that is over, or before it started again, still counts"),
    R4_INQUIRE_PROVES_THE_GRANT("R4a", "an Inquire that overtakes its Grant is dropped"),
    R4_ONLY_NEWER_GRANTS("R4b", "a Grant counts although it was relinquished before"),
    R5_RELINQUISH_AGAIN("R5", "a grant given back already is not given back again"),
    R6_CONTENDED_GRANT("R6", "a Grant that says that others wait is taken for one that does not"),
    R7_A_WHOLE_QUORUM("R7", "one vote less than a quorum is enough to hold"),
    R8_GIVE_WAY("R8", "a waiter that is inquired keeps its grant"),
    R8_ONLY_THE_CURRENT_GRANT("R8b", "an Inquire about an older grant takes the newer one from the waiter"),
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
    S3_LOST_WITHOUT_A_QUORUM("S3a", "a holder goes on when it trusts too few of those who granted"),
    S3_ASK_ANEW("S3b", "when trust in an arbiter has ended, it is not asked anew"),
    S4_ASK_AGAIN("S4", "after a link reset, the requester does not ask again"),
    S5_PAST_SESSIONS("S5", "what a requester said in a session that is over still counts"),
    S6_ANSWER_AGAIN("S6", "after a link reset, the arbiter does not answer again"),
    S7_FORGET("S7", "an arbiter keeps what was asked of it in a session that is over"),
    S8_RESTART_INTERVAL("S8", "a voter that has started again grants at once"),
    P1_WIDEN("P1a", "a waiter does not ask others when arbiters are suspected or come back"),
    P1_HOLDERS_WIDEN("P1b", "a holder does not ask others when arbiters are suspected"),
    P1_HOLDERS_FIRST("P1c", "a holder that asks further arbiters waits behind those that only wait"),
    F1_ABOVE_EVERY_FLOOR("F1", "a hold makes its fence of its stamp, whatever came before"),
    F2_FLOOR("F2", "an arbiter forgets the fences that it vouched for"),
    F3_WAIT_FOR_NOTED("F3", "a hold uses a fence before a quorum vouches for it"),
    F4_FLOOR_OVER_STARTS("F4", "a voter that has started again forgets the fences that it vouched for"),
    G2_STANDING_GIVES_WAY("G2", "a lock that stands is not given to those who want it");

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
