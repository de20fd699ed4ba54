// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.rosters.Joint;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.session.Sessions;

/**
 * Rules E4 and E5: how a request continues when its node moves to the next configuration. A hold keeps its votes until the frozen time
 * ends: until then it needs a quorum of the lower roster only, after that one of each. So it has time to ask the voters of the upper
 * roster.
 */
final class Moving {
    private static final long NOT = Long.MIN_VALUE;

    private final MachineContext context;
    private final Votes votes;
    private final HoldFence fence;

    /** Until when the hold may count on the lower roster alone; the lowest number if it may not. */
    private long keptUntil = NOT;

    Moving(MachineContext context, Votes votes, HoldFence fence) {
        this.context = context;
        this.votes = votes;
        this.fence = fence;
    }

    /** The node has gone up, and the context decides by other quorums. */
    void rise(Rise rise, long validBefore, Requester requester, Outbox<QuorumLockMessage> out) {
        begin(rise, validBefore);
        dropFormerVoters(requester, out);
        boolean enough = requester.isEnoughToGoOn();
        switch (requester.phase()) {
            case STANDING -> {
                if (rise.acrossSeal() || !enough) {
                    requester.over(out);
                }
            }
            case HOLDING -> {
                if (enough) {
                    goOn(rise, requester, out);
                } else {
                    requester.lose(out);
                }
            }
            default -> goOnWaiting(rise, requester, out);
        }
    }

    /** A requester that has announced its fence now has too few votes, or too low a fence (E7): it begins again. */
    private void goOnWaiting(Rise rise, Requester requester, Outbox<QuorumLockMessage> out) {
        if (fence.isAnnounced()) {
            requester.askFromTheStart(out);
            return;
        }
        goOn(rise, requester, out);
        requester.askAllIfShared(out);
        requester.enterWithQuorum(context.self(), out); // fewer votes may be enough than before
    }

    private void goOn(Rise rise, Requester requester, Outbox<QuorumLockMessage> out) {
        if (rise.acrossSeal()) {
            sayAgain(requester, out);
        }
        askOthers(requester, out);
    }

    /** E5: a sealed voter may not have heard what was said in the configuration before. */
    @Guard("E5a")
    private void sayAgain(Requester requester, Outbox<QuorumLockMessage> out) {
        requester.sendAgain(votes.asked().minus(votes.granted()).minus(context.silenced()), out);
        fence.renewAgain(requester.live(), out);
    }

    /** E5: a waiter asks a quorum of each roster; a holder that lacks one asks all voters. */
    @Guard("E5b")
    private static void askOthers(Requester requester, Outbox<QuorumLockMessage> out) {
        requester.reconsider(out);
    }

    /** A member that votes no longer is not asked any more. Numbers are not used again, so no late Release can meet a new Request. */
    private void dropFormerVoters(Requester requester, Outbox<QuorumLockMessage> out) {
        NodeSet former = votes.asked().minus(context.voters());
        if (!former.isEmpty()) {
            new Release(requester.live()).sendTo(former, out);
            requester.unask(former);
            votes.removeAll(former);
        }
    }

    /** The votes of the hold count until the frozen time ends, if the roster that it rests on is still one of two. */
    private void begin(Rise rise, long validBefore) {
        keptUntil = rise.mayKeep() && validBefore != NOT
                ? notLonger(validBefore, context.sessions().trustFromNow())
                : NOT;
    }

    /** E4: also a hold that this node has confirmed itself ends: others see it sealed, and wait no longer than that. */
    @Guard("E4b")
    private static long notLonger(long validBefore, long ownVote) {
        return Math.min(validBefore, ownVote);
    }

    /** Gives the time until which it still lasts; the highest number if it does not, or if no time ends it. */
    long endAt(long now) {
        if (keptUntil == NOT) {
            return Sessions.NEVER;
        }
        if (hasEnded(now)) {
            keptUntil = NOT;
        }
        return keptUntil == NOT ? Sessions.NEVER : keptUntil;
    }

    void clear() {
        keptUntil = NOT;
    }

    /** Whether the hold may count on the lower roster alone for now. */
    boolean isFrozen() {
        return keptUntil != NOT;
    }

    /** Whether a hold goes on with the votes that it has. */
    boolean isEnough() {
        NodeSet granted = context.sessions().lasting(votes.granted());
        QuorumSystem quorums = context.quorums();
        if (keptUntil != NOT && quorums instanceof Joint joint) {
            return hasLower(joint, granted)
                    && (joint.upper().isQuorum(granted)
                            || !hasEnded(context.sessions().now()));
        }
        return quorums.isQuorum(granted);
    }

    /** E4: what is frozen ends, however long the sessions of this node last. */
    @Guard("E4a")
    private boolean hasEnded(long now) {
        return now >= keptUntil;
    }

    /** E4: what is frozen still needs the trust that it had. */
    @Guard("E4c")
    private static boolean hasLower(Joint joint, NodeSet granted) {
        return joint.lower().isQuorum(granted);
    }

    /** Until when a hold with these votes is valid, as things stand. */
    long validUntil(NodeSet granted) {
        QuorumSystem quorums = context.quorums();
        Sessions sessions = context.sessions();
        if (keptUntil != NOT && quorums instanceof Joint joint) {
            long upper = votes.validUntil(granted, joint.upper(), sessions);
            return Math.min(votes.validUntil(granted, joint.lower(), sessions), Math.max(upper, keptUntil));
        }
        return votes.validUntil(granted, quorums, sessions);
    }

    void copyFrom(Moving other) {
        keptUntil = other.keptUntil;
    }

    void describeTo(StateWriter writer) {
        if (keptUntil != NOT) {
            writer.flag("frozen", keptUntil != Sessions.NEVER);
        }
    }
}
