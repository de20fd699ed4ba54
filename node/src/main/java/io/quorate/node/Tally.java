package io.quorate.node;

import io.quorate.core.node.LockNode;

/** What has become of the claims of a node, counted. Touched in turns only. */
final class Tally {
    long turns;
    long granted;
    long timedOut;
    long unavailable;
    long lost;

    NodeCounters counters(long framesKept, long framesRefused, long framesOverflowed, long failures, LockNode<?> node) {
        return new NodeCounters(
                turns,
                granted,
                timedOut,
                unavailable,
                lost,
                framesKept,
                framesRefused,
                framesOverflowed,
                failures,
                node.refusedCount(),
                node.forgedCount(),
                node.refusedSessionsCount(),
                node.slots().size());
    }
}
