// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

/**
 * The counters of a node since its start.
 *
 * @param turns how often its state was touched
 * @param granted claims of this node that got their lock
 * @param timedOut claims that timed out
 * @param unavailable claims that failed because there was no quorum
 * @param lost holds that ended without being released
 * @param framesKept frames that came during a turn and had to be copied
 * @param framesRefused frames that were malformed
 * @param framesOverflowed frames that were dropped because too much of one peer was waiting to be read
 * @param messagesNotPermitted messages of guests about locks that their certificates do not let them take
 * @param failures inputs that led to an exception: bugs
 * @param messagesRefused messages refused because too many locks were in use
 * @param messagesForged messages refused because no peer that follows the rules sends them: bugs, or worse
 * @param sessionsRefused frames not heeded because their sender, or all together, had too many sessions
 * @param locksInUse locks that take memory now
 */
public record NodeCounters(
        long turns,
        long granted,
        long timedOut,
        long unavailable,
        long lost,
        long framesKept,
        long framesRefused,
        long framesOverflowed,
        long messagesNotPermitted,
        long failures,
        long messagesRefused,
        long messagesForged,
        long sessionsRefused,
        int locksInUse) {}
