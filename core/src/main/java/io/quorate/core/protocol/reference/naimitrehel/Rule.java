package io.quorate.core.protocol.reference.naimitrehel;

/** The rules that can be left out, to show that the checker notices. Nobody uses a lock without one. */
public enum Rule {
    F1_ASKER_IS_ROOT("F1", "a node that asks keeps its father"),
    F2_ROOT_TURNS("F2", "a root that is asked does not take the asker for its father"),
    N1_NEXT("N1", "a root that waits or is inside sends the token to who asks at once"),
    N2_ASKED_ONCE(
            "N2", "a node that has passed the token on remembers to whom, and passes it there the next time, too"),
    T1_PASS_ON("T1", "a node that leaves keeps the token although another is next"),
    W1_PASS_ON_UNUSED("W1", "a node that has given up keeps the token when it comes although another is next"),
    W2_TAKE_UP_AGAIN("W2", "a node that has given up and asks again asks as if nothing were on its way");

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
