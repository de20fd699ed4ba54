package io.quorate.core.protocol.tree;

/** The rules that can be left out, to show that the checker notices. Nobody uses the algorithm without one. */
public enum Rule {
    R2_ANSWER_WHAT_IS_OVER("R2", "a Reply to a request that is over is not answered by Relinq"),
    R3_INQUIRE_PROVES_THE_REPLY("R3a", "an Inquire that overtakes its Reply is dropped"),
    R3_ONLY_NEWER_REPLIES("R3b", "a Reply counts although its permission was yielded before"),
    R4_YIELD_AGAIN("R4", "a permission yielded already is not yielded again"),
    R5_A_WHOLE_QUORUM("R5", "one permission less than a quorum is enough to enter"),
    R6_YIELD("R6", "a waiter that is inquired keeps its permission"),
    A1_NEWER_REQUEST_WINS("A1", "an old request that arrives late replaces a newer one of the same site"),
    A2_OLD_RELINQ("A2", "a late Relinq of an older request removes the newer one"),
    A3_NUMBER("A3", "a Yield of an older permission takes the newer one back"),
    A4_INQUIRE_FOR_THE_OLDER("A4", "an older request does not make the site inquire"),
    F1_DROP_WHAT_WAITS("F1", "requests of a failed site wait on"),
    F2_KEEP_WHAT_IS_LOCKED("F2", "FAIL takes the permission from a site that has it"),
    F3_TELL_THE_DROPPED("F3", "a site whose request was dropped is not told"),
    F4_BUILD_ANOTHER_QUORUM("F4", "a waiter does not ask others when sites of its quorum fail"),
    F5_ONLY_THE_LIVING("F5", "a late request of a site that is suspected takes its place in the line"),
    F6_NOR_DO_THE_YIELDING("F6", "a request that a suspected site yields late waits on"),
    S1_ASK_AGAIN("S1", "after a link reset, the requester does not ask again"),
    S2_ANSWER_AGAIN("S2", "after a link reset, the arbiter does not answer again");

    private final String number;
    private final String leftOut;

    Rule(String number, String leftOut) {
        this.number = number;
        this.leftOut = leftOut;
    }

    /** As in the documentation. */
    public String number() {
        return number;
    }

    /** What goes differently without it. */
    public String leftOut() {
        return leftOut;
    }
}
