// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

/**
 * The rules of votes that a node on an overlay keeps for any protocol, from what it knows of its neighbours. They can be left
 * out, to show that storms notice.
 */
public enum PlaceRule {
    V5_NOT_ALONE("V5", "a node that has lost all others waits, and then grants"),
    V6_ONLY_WHILE_NEIGHBOURS_ARE_HEARD(
            "V6", "a node grants, and counts on its own votes, although it hears nobody next to it"),
    V7_NOT_WHAT_OTHERS_HAVE_BY_HEARSAY("V7", "a node takes for its own what belongs to one that only others hear"),
    V8_HEARSAY_IS_PASSED_ON("V8", "who is not next to a node that hears another is not told of it");

    private final String number;
    private final String leftOut;

    PlaceRule(String number, String leftOut) {
        this.number = number;
        this.leftOut = leftOut;
    }

    /** As in docs/study/protocols/dht.md. */
    public String number() {
        return number;
    }

    /** The difference without this rule. */
    public String leftOut() {
        return leftOut;
    }
}
