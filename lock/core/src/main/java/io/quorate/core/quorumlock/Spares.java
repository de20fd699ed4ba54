// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.time.Duration;

/**
 * Rule V: the spare votes of a hold that others wait for. If one of its voters dies, those who wait may have the votes of the
 * others, and give them back too late. So it asks for more votes than it needs while everybody is there to give way.
 */
final class Spares {
    private final MachineContext context;
    private final Votes votes;

    /** Whether the timer runs after which they are asked for. */
    private boolean runs;

    /** Whether they are asked for. */
    private boolean wanted;

    Spares(MachineContext context, Votes votes) {
        this.context = context;
        this.votes = votes;
    }

    /** V1: a hold that others wait for has none, and will ask for them if it lasts. */
    void mayBeNeeded(Phase phase, boolean contended, Outbox<QuorumLockMessage> out) {
        if (phase == Phase.HOLDING && contended && context.spareVotes() > 0 && !runs && !wanted) {
            runs = true;
            out.startTimer(QuorumLockTimer.SPARES, context.sessions().sparesAfter(), Duration.ZERO);
        }
    }

    /** V1: the hold has lasted for a tenth of the lease. */
    void due(Phase phase, Requester requester, Outbox<QuorumLockMessage> out) {
        wanted = runs;
        runs = false;
        if (phase == Phase.HOLDING) {
            askIfWanted(requester, out);
        }
    }

    void end(Outbox<QuorumLockMessage> out) {
        if (runs) {
            out.stopTimer(QuorumLockTimer.SPARES);
        }
        runs = false;
        wanted = false;
    }

    /** V1: asks further voters, as a holder, until the votes less any few of them contain a quorum; or as many as there are. */
    @Guard("V1")
    void askIfWanted(Requester requester, Outbox<QuorumLockMessage> out) {
        if (!wanted || areThere()) {
            return;
        }
        NodeSet usable = context.voters().minus(context.avoided());
        NodeSet target = votes.asked().intersection(usable);
        NodeSet others = usable.minus(target);
        NodeSet slow = others.intersection(context.slow());
        target = add(others.minus(slow), target);
        requester.askAsHolder(add(slow, target), out);
    }

    private NodeSet add(NodeSet more, NodeSet target) {
        NodeSet grown = target;
        for (int index = more.next(0); index >= 0 && !isEnough(grown); index = more.next(index + 1)) {
            grown = grown.with(NodeId.of(index));
        }
        return grown;
    }

    /** Whether the votes that are there are enough, less any few. */
    boolean areThere() {
        return context.spareVotes() > 0
                && isEnough(context.sessions().lasting(votes.granted().minus(context.avoided())));
    }

    private boolean isEnough(NodeSet voters) {
        return isEnough(context.quorums(), voters, context.spareVotes());
    }

    private static boolean isEnough(QuorumSystem quorums, NodeSet voters, int less) {
        if (!quorums.isQuorum(voters)) {
            return false;
        }
        for (int index = voters.next(0); index >= 0 && less > 0; index = voters.next(index + 1)) {
            if (!isEnough(quorums, voters.without(NodeId.of(index)), less - 1)) {
                return false;
            }
        }
        return true;
    }

    void copyFrom(Spares other) {
        runs = other.runs;
        wanted = other.wanted;
    }

    void describeTo(StateWriter writer) {
        writer.flag("sparesWanted", wanted);
    }
}
