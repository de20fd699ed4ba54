package io.quorate.core.protocol.reference.suzukikasami;

/** The rules that can be left out, to show that the checker notices. P1 and P2 are the paper's procedures. */
public enum Rule {
    P1_SERVED("P1a", "who leaves does not note in LN that it was served"),
    P1_LOOK_AROUND("P1b", "who leaves does not look for those who have asked"),
    P2_HIGHEST("P2a", "an older REQUEST lowers RN again"),
    P2_NOT_WHILE_INSIDE("P2b", "who is inside gives the token away"),
    P2_IDLE_TOKEN("P2c", "a REQUEST does not move the token of somebody who does not use it"),
    A1_PASS_ON("A1", "who gets the token after giving up keeps it"),
    A2_SAME_NUMBER("A2", "who asks again after giving up takes a new number"),
    T1_TAKEN_ONCE("T1", "a token that comes twice is taken twice"),
    S1_ASK_AGAIN("S1", "after a link reset, the requester does not ask again"),
    S2_SEND_AGAIN("S2", "after a link reset, the token is not sent again");

    private final String number;
    private final String leftOut;

    Rule(String number, String leftOut) {
        this.number = number;
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
}
