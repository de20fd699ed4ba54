package io.quorate.core.protocol.reference.lamport;

/** The rules that can be left out, to show that the checker notices. R2 to R5 are numbered as in the paper. */
public enum Rule {
    R2_ACKNOWLEDGE("R2", false, "a request is not acknowledged"),
    R3_SAY_THAT_IT_IS_OVER("R3", false, "who gives up tells nobody"),
    R4_THAT_REQUEST("R4", false, "a Release ends any request of its sender"),
    R5_FIRST("R5i", false, "a request need not be the first of the queue"),
    R5_HEARD_OF_ALL("R5ii", false, "one node need not have been heard of"),
    T1_TAGS("T1", false, "an acknowledgement of an older request counts for the present one"),
    S1_ASK_AGAIN("S1", false, "after a link reset, the requester does not ask again"),
    S2_INQUIRE("S2", false, "after a link reset, nobody inquires about the requests that are queued"),
    S3_ANSWER_THE_INQUIRY("S3", false, "an Inquire about a request that is over is not answered"),
    F1_LATER_REQUEST_TELLS("F1", true, "a later request of another node does not count as heard of it"),
    F2_SPARE_THE_EARLIER_ONLY("F2", true, "who has a request itself acknowledges later ones neither");

    private final String number;
    private final boolean ofSparing;
    private final String leftOut;

    Rule(String number, boolean ofSparing, String leftOut) {
        this.number = number;
        this.ofSparing = ofSparing;
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

    /** Whether it is missed only where acknowledgements are spared. */
    boolean isOfSparing() {
        return ofSparing;
    }
}
