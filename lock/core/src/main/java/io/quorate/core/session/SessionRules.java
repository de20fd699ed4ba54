// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

/**
 * The rules of sessions that decide when a node may stop. They are asked of the protocol, so that the lab can leave one of them
 * out as it leaves out any other rule of the protocol.
 */
public interface SessionRules {
    /** All of them. */
    SessionRules USUAL = new SessionRules() {};

    /** W2: the last number that counts as used after this session was left; the next session has one more. */
    default long numberAfterLeaving(long left) {
        return left;
    }

    /**
     * W3: whether a node that stops has promised nothing any more.
     *
     * @param members how many sessions there are with nodes that vote
     * @param guests and with others
     * @param own how many votes it has given to itself
     */
    default boolean hasPromisedNothing(int members, int guests, int own) {
        return members + guests + own == 0;
    }

    /** W3: whether a stop may be called clean: not in the restart interval, when votes of an earlier start may still count. */
    default boolean mayCallItClean(boolean voted) {
        return voted;
    }

    /** E3: whether a frame of this configuration is of the past: only its Releases are heard. */
    default boolean isBelowSeal(int configuration, int sealLine) {
        return configuration < sealLine;
    }
}
