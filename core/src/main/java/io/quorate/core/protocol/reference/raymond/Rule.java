package io.quorate.core.protocol.reference.raymond;

/** The rules that can be left out, to show that the checker notices. Nobody uses a lock without one. */
public enum Rule {
    P1_NOT_WHILE_USING("P1", "a node passes the privilege on while it uses it"),
    P2_HOLDER_FOLLOWS("P2", "a node that passes the privilege on takes itself for its holder still"),
    P3_ASSIGN_ON_LEAVING("P3", "a node that leaves keeps the privilege although others have asked"),
    P4_ASSIGN_ON_ARRIVAL("P4", "a node that the privilege reaches keeps it although others have asked"),
    M1_ASK_FOR_OTHERS("M1", "a node that is asked and has not the privilege does not ask for it"),
    M2_ASKED_ENDS("M2", "a node that gets the privilege takes its REQUEST for still open"),
    M3_ASK_BEHIND_THE_PRIVILEGE(
            "M3", "a node that passes the privilege on does not ask for it for those who still wait"),
    W1_GIVE_UP_FOR_ONESELF("W1", "a node that gives up forgets those who have asked it, too");

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
