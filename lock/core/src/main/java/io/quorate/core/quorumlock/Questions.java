package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Held;

/** Rule B2: what voters want to know of whoever has their votes: whether it holds the lock. Only a holder answers. */
final class Questions {
    private final Votes votes;

    Questions(Votes votes) {
        this.votes = votes;
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

    /** B2: whoever asked while we waited is answered now that we hold. */
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
}
