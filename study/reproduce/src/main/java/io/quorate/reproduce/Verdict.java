// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

/** How what was measured here stands to what a paper says. */
public enum Verdict {
    /** The same. */
    EQUAL("equal"),
    /** Inside the bounds that the paper gives, or as close as an average can be. */
    WITHIN("within"),
    /** A claim of this project, which no paper prints; it holds. Never counted as equal to a paper's. */
    OURS("ours"),
    /** The paper says it, but it cannot be measured here; the reason says why. */
    UNTESTED("untested"),
    /** Something else, for a reason that is known, and just as that reason says. */
    DIFFERS("differs"),
    /** Neither what the paper says nor what is known to differ: something is wrong here, and must be looked at. */
    UNEXPLAINED("unexplained");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** As it stands in a report. */
    public String word() {
        return word;
    }

    /** Whether it may stand: only what nobody can explain may not. */
    public boolean holds() {
        return this != UNEXPLAINED;
    }
}
