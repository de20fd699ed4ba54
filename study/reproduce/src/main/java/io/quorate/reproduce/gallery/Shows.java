// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

/** The purpose of a scenario. */
public enum Shows {
    /** The rules as they are printed, or an example of the paper, go wrong. */
    FAULT("fault of the paper"),
    /** The same place of the paper, with the rules that this project corrects. */
    CORRECTED("fault, corrected"),
    /** A protocol without one of its rules goes wrong: that is what the rule is for. */
    WITHOUT_RULE("rule left out"),
    /** Something that the protocol assumes is not so. */
    ASSUMPTION("assumption broken"),
    /** The protocol does what it should. */
    WORKS("works as it should");

    private final String words;

    Shows(String words) {
        this.words = words;
    }

    /** As people read it. */
    public String words() {
        return words;
    }

    /** As style and script know it. */
    String word() {
        return words.replaceAll("[^a-z]+", "-");
    }
}
