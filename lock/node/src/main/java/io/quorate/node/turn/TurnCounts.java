// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.node.LockNode;

/** The counters of turns. Touched in turns only. */
final class TurnCounts {
    long turns;
    long granted;
    long timedOut;
    long unavailable;
    long lost;

    /** With what others have counted. */
    NodeCounters with(
            LockNode<?> node,
            long framesKept,
            long framesRefused,
            long framesOverflowed,
            long messagesNotPermitted,
            long failures) {
        return new NodeCounters(
                turns,
                granted,
                timedOut,
                unavailable,
                lost,
                framesKept,
                framesRefused,
                framesOverflowed,
                messagesNotPermitted,
                failures,
                node.refusedCount(),
                node.forgedCount(),
                node.refusedSessionsCount(),
                node.slots().size());
    }
}
