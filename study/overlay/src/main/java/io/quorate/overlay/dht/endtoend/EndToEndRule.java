// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

/** The rules of queue and token that can be left out, to show that the checker notices. */
public enum EndToEndRule {
    E1_ENQUEUE_LOSERS("E1", "who learns from the replicas that another has the lock is not put into its queue"),
    E2_GIVE_VOTES_BACK("E2", "who waits in a queue keeps the votes that it has"),
    E3_TELL_WHO_COMES_LATE("E3", "who does not have the lock (any more) says nothing to those who think so"),
    E4_QUEUE_GOES_ON("E4", "who gives up forgets those who wait for it"),
    E5_WHOLE_QUEUE("E5", "a Token goes without the rest of the queue"),
    E6_ASK_THE_REPLICAS("E6", "who waits for a node that is gone goes on waiting"),
    E7_HINTS_END("E7", "hints of who has the lock stay until somebody takes them away"),
    E8_LEAVE_TO_THE_OLDEST("E8", "where nobody has a quorum all keep the votes that they have, and wait"),
    T1_KEPT_UNTIL_ACKNOWLEDGED("T1b", "who has sent the Token thinks of the votes no more"),
    T1_GIVE_BACK_WHAT_STAYED("T1c", "votes that did not move with the Token are not given back"),
    T1_PASS_ON("T1d", "a Token that its heir does not take goes to nobody else");

    private final String number;
    private final String leftOut;

    EndToEndRule(String number, String leftOut) {
        this.number = number;
        this.leftOut = leftOut;
    }

    /** As in docs/study/protocols/endtoend.md. */
    public String number() {
        return number;
    }

    /** The difference without this rule. */
    public String leftOut() {
        return leftOut;
    }
}
