// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import org.jspecify.annotations.Nullable;

/** Rules R2 to R5: which answers of voters count, and what is said to those that do not. */
final class Answers {
    private final MachineContext context;
    private final Votes votes;

    Answers(MachineContext context, Votes votes) {
        this.context = context;
        this.votes = votes;
    }

    /** Whether the answer is to the live request, and counts. */
    boolean isLive(QuorumLockMessage answer, @Nullable Stamp live, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!answer.stamp().equals(live)) {
            releaseWhatIsOver(answer.stamp(), from, out);
            return false;
        }
        if (!votes.asked().contains(from)) {
            releaseFormerVoter(answer.stamp(), from, out);
            return false;
        }
        return isOfThisSession(from);
    }

    /** E5: a former voter from which the request was withdrawn may not have heard that, or only before the request. */
    @Guard("E5c")
    private void releaseFormerVoter(Stamp live, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!context.isVoter(from)) {
            out.send(from, new Release(live));
        }
    }

    /** R2: an answer to a request of ours that is over is answered by Release, so that no ghost keeps a vote. */
    @Guard("R2")
    private void releaseWhatIsOver(Stamp answered, NodeId from, Outbox<QuorumLockMessage> out) {
        if (context.isMine(answered)) {
            out.send(from, new Release(answered));
        }
    }

    @Guard("R6")
    static boolean saysThatOthersWait(Grant grant) {
        return grant.contended();
    }

    /** R8: an Inquire about an older grant does not take the newer one. */
    @Guard("R8b")
    boolean isCurrentGrant(Inquire inquire, NodeId from) {
        return votes.isCurrent(from, inquire.number());
    }

    /** R3: an answer of another session, or of another start of the voter, means nothing. */
    @Guard("R3")
    private boolean isOfThisSession(NodeId voter) {
        return context.sessions().heedsVoter(voter);
    }

    /** Whether the grant is new, so that it counts from now on. */
    boolean countGrant(QuorumLockMessage answer, long number, long floor, NodeId from, Outbox<QuorumLockMessage> out) {
        if (isNewerGrant(from, number)) {
            votes.accept(from, number, floor);
            return true;
        }
        relinquishAgain(answer.stamp(), number, from, out);
        return false;
    }

    /** R4: only a newer grant counts; an older one may have been given back. */
    @Guard("R4b")
    private boolean isNewerGrant(NodeId voter, long number) {
        return votes.isNew(voter, number);
    }

    /** R5: a grant that we no longer have is given back again; the first time may have been lost. */
    @Guard("R5")
    private void relinquishAgain(Stamp granted, long number, NodeId voter, Outbox<QuorumLockMessage> out) {
        if (!votes.granted().contains(voter)) {
            out.send(voter, new Relinquish(granted, number));
        }
    }
}
