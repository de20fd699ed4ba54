package io.quorate.core.protocol.sequential;

import java.util.Arrays;
import java.util.List;

/** The rules that can be left out, to show that the checker notices. Nobody uses a lock without one. */
public enum Rule {
    O1_OWN_PLACE("O1", "a node locks its own arbiter first, not at its place in the order", Variant.BOTH),
    R1_ONE_BY_ONE("R1", "all members are asked at once", Variant.SEQUENTIAL),
    R2_LOCKED_COUNTS_ONCE("R2", "a Locked that comes twice counts for the next member", Variant.SEQUENTIAL),
    R3_ANSWER_WHAT_IS_OVER("R3", "a Locked for a request that is over is not answered by Release", Variant.SEQUENTIAL),
    R4_LOCKED_FOR_THE_LIVE_REQUEST("R4", "a Locked for an older request counts for the live one", Variant.BOTH),
    A1_RELEASE_OF_THAT_REQUEST("A1", "a Release ends any request of its origin", Variant.BOTH),
    C1_RELEASE_FOLLOWS_THE_REQUEST("C1", "the origin sends Release to all members itself", Variant.CYCLIC),
    C2_NOTHING_OF_ONES_OWN_THAT_IS_OVER(
            "C2", "a request that comes by its own origin locks it although it is over", Variant.CYCLIC),
    S1_ASK_AGAIN("S1", "after a link reset, the origin does not ask again", Variant.BOTH),
    S2_SAY_AGAIN("S2", "after a link reset, a locked member does not say again what it said", Variant.BOTH),
    S3_INQUIRE("S3", "after a link reset, a member does not inquire about the requests that it has", Variant.CYCLIC),
    S4_ANSWER_THE_INQUIRY("S4", "an Inquire about a request that is over is not answered", Variant.CYCLIC);

    /** Which of the two variants has the rule. */
    public enum Variant {
        SEQUENTIAL,
        CYCLIC,
        BOTH
    }

    private final String number;
    private final String leftOut;
    private final Variant variant;

    Rule(String number, String leftOut, Variant variant) {
        this.number = number;
        this.leftOut = leftOut;
        this.variant = variant;
    }

    /** As in the documentation. */
    public String number() {
        return number;
    }

    /** What goes differently without it. */
    public String leftOut() {
        return leftOut;
    }

    public static List<Rule> of(Variant variant) {
        return Arrays.stream(values())
                .filter(rule -> rule.variant == variant || rule.variant == Variant.BOTH)
                .toList();
    }
}
