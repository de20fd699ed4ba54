// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

/** Is told, now and then, how far a search has come. */
@FunctionalInterface
public interface Progress {
    /** Does not care. */
    Progress NONE = (states, frontier, depth) -> {};

    /**
     * How far the search is.
     *
     * @param states how many different states were found so far
     * @param frontier how many of them wait to be looked at
     * @param depth how many choices lead to those being looked at
     */
    void reached(long states, long frontier, int depth);
}
