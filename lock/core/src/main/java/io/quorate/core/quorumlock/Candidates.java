// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;

/**
 * The voters that a request asks, and those on which it can count in time: rules H2, H3 and H5, by the voters that are suspected, slow,
 * stopping or left.
 */
final class Candidates {
    private final MachineContext context;
    private final Votes votes;

    /** Those whose vote is waited for, as the sessions know it (H4). */
    private NodeSet awaited = NodeSet.EMPTY;

    Candidates(MachineContext context, Votes votes) {
        this.context = context;
        this.votes = votes;
    }

    /** H2, H5: the nearest quorum without those that are suspected, slow or stopping. */
    NodeSet quorumToAsk() {
        NodeSet avoided = withSlow(context.avoided());
        if (avoided.isEmpty() && context.areAllNear()) {
            return context.usualQuorum();
        }
        // With no quorum free of them everybody is asked: a hint may be wrong, or of a time that is over.
        return context.nearestQuorum(avoided).orElseGet(this::everybody);
    }

    /** H2: with no quorum that avoids all hints, everybody is asked. */
    @Guard("H2d")
    private NodeSet everybody() {
        return context.voters();
    }

    /** H2: a waiter avoids slow voters as well. */
    @Guard("H2a")
    private NodeSet withSlow(NodeSet avoided) {
        return avoided.union(context.slow());
    }

    /** W2: nothing is asked of a voter that has stopped, before its link is reset; T1: nor of one that is there twice. */
    @Guard("W2d")
    NodeSet able(NodeSet voters) {
        return voters.minus(context.silenced());
    }

    /** P1: whether a waiter has asked a quorum of which no vote will be long in coming. */
    boolean mayGrantInTime() {
        return context.quorums().isQuorum(votes.asked().minus(withSlowThatHaveNotGranted(context.avoided())));
    }

    /** H2: a slow voter that has not granted may keep us waiting, also one that has only queued us; a vote that is there counts. */
    @Guard("H2b")
    private NodeSet withSlowThatHaveNotGranted(NodeSet avoided) {
        return avoided.union(context.slow().minus(votes.granted()));
    }

    /** H3: whether a quorum has confirmed the announced fence, or will soon. */
    boolean mayVouchInTime() {
        NodeSet soon = withoutSlow(votes.granted()).minus(context.avoided());
        return context.quorums().isQuorum(votes.noted().union(soon));
    }

    /** H3: a slow voter that has not confirmed our fence may not do so soon. */
    @Guard("H3b")
    private NodeSet withoutSlow(NodeSet voters) {
        return voters.minus(context.slow());
    }

    /** W2: without its vote the hold lasts as long as it was said to last: nobody is promised time that is taken back. */
    @Guard("W2b")
    boolean lastsWithout(NodeId voter, Moving moving) {
        NodeSet others = votes.granted().without(voter);
        return moving.validUntil(others) >= moving.validUntil(votes.granted());
    }

    /** P1: whether the votes of a holder, without those that it should not rest on, are a quorum. */
    boolean keepTheHold() {
        return context.quorums().isQuorum(votes.granted().minus(context.avoided()));
    }

    /** H4: tells the sessions whose votes are waited for, so that their answer times stay known. */
    void updateAwaited(Phase phase) {
        NodeSet waitedFor = phase == Phase.WAITING ? votes.asked().minus(votes.granted()) : NodeSet.EMPTY;
        if (!waitedFor.equals(awaited)) {
            context.sessions().awaitedChanged(awaited.minus(waitedFor), waitedFor.minus(awaited));
            awaited = waitedFor;
        }
    }

    void copyFrom(Candidates other) {
        awaited = other.awaited;
    }
}
