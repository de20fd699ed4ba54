// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Busy;
import io.quorate.core.quorumlock.QuorumLockMessage.Held;

/**
 * Rules B, the requester's side: whether it asks voters to say if somebody holds the lock (B1), and what voters ask the requester that has
 * their votes: whether it holds. Only a holder answers (B2).
 */
final class Questions {
    private final Votes votes;

    /** Whether voters are asked to say if somebody holds (B1). */
    private boolean now;

    /** How often they were asked that for this request: an answer says which time it is about. */
    private long asking;

    Questions(Votes votes) {
        this.votes = votes;
    }

    /** B1: from now on, or no longer, voters are asked; whether they are asked once more. */
    boolean ask(boolean wanted) {
        boolean isNew = wanted && !now;
        now = wanted;
        asking += isNew ? 1 : 0;
        return isNew;
    }

    boolean isAsking() {
        return now;
    }

    /** The number of the question; 0 if voters are not asked. */
    long time() {
        return now ? asking : 0;
    }

    boolean isAnswer(Busy busy) {
        return now && busy.asking() == asking;
    }

    void clear() {
        now = false;
        asking = 0;
    }

    /** The voter asks whether we hold by its grant. A holder says so; a waiter says it when it comes to hold. */
    void asked(
            QuorumLockMessage by, long question, long number, NodeId from, Phase phase, Outbox<QuorumLockMessage> out) {
        boolean isAboutOurGrant =
                question > 0 && phase != Phase.IDLE && votes.granted().contains(from);
        if (isAboutOurGrant && votes.isCurrent(from, number)) {
            votes.question(from, question);
            if (mayAnswer(phase)) {
                out.send(from, new Held(by.stamp(), number, votes.questionOf(from)));
            }
        }
    }

    /** B2: only a holder says that it holds. */
    @Guard("B2")
    private static boolean mayAnswer(Phase phase) {
        return phase == Phase.HOLDING;
    }

    /** B2: voters that asked while we waited are answered now that we hold. */
    @Guard("B2b")
    void answerAll(Stamp live, Outbox<QuorumLockMessage> out) {
        NodeSet granted = votes.granted();
        for (int index = granted.next(0); index >= 0; index = granted.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            if (votes.questionOf(voter) > 0) {
                out.send(voter, new Held(live, votes.numberOf(voter), votes.questionOf(voter)));
            }
        }
    }

    void copyFrom(Questions other) {
        now = other.now;
        asking = other.asking;
    }

    void describeTo(StateWriter writer) {
        writer.flag("now", now);
        writer.number("asking", asking);
    }
}
