// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

/** The rules of partial queues that can be left out, to show that the checker notices. */
public enum PathRule {
    P1_OLDER_PASSES("P1", "an older request is stopped behind a younger one"),
    P2_UNSTOPPABLE_PASSES("P2", "a request that is sent again is stopped like the first"),
    P3_GATHER("P3", "who gives the lock back, or gives up, takes nobody along"),
    P4_GATHER_WHAT_IS_OVER("P4", "an answer to a request that is over leaves what that request has left on its way");

    private final String number;
    private final String leftOut;

    PathRule(String number, String leftOut) {
        this.number = number;
        this.leftOut = leftOut;
    }

    /** As in docs/study/protocols/nonendtoend.md. */
    public String number() {
        return number;
    }

    /** The difference without this rule. */
    public String leftOut() {
        return leftOut;
    }
}
