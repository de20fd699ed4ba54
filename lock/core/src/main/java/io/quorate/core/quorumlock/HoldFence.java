// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;

/**
 * The fence of a hold, rules F1 and F3. It is made of the stamp, if that is above every floor that came with the grants; otherwise a higher
 * one is announced, and counts when a quorum confirms it.
 */
final class HoldFence {
    private final MachineContext context;
    private final Votes votes;

    /** The fencing token of the hold; 0 before it is known. */
    private long known;

    /** The fence that voters were asked to confirm; 0 if the stamp itself is enough. From then on we do not give way. */
    private long announced;

    /** The fence that this hold will be known by when a quorum has noted it; 0 if it keeps the one that it has. */
    private long renewed;

    HoldFence(MachineContext context, Votes votes) {
        this.context = context;
        this.votes = votes;
    }

    long known() {
        return known;
    }

    /** Whether the voters were asked to confirm a fence before there is a hold. */
    boolean isAnnounced() {
        return announced != 0;
    }

    /** There is a quorum of votes: whether there is a fence, too. If not, one is announced, to the latest vote as well. */
    boolean isReady(Stamp live, NodeId latest, Outbox<QuorumLockMessage> out) {
        long floor = Math.max(votes.highestFloor(), floorOfRosters());
        long own = Fence.of(live);
        if (announced == 0 && isAbove(floor, own)) {
            known = own;
            return true;
        }
        announce(live, Math.max(announced, floor + 1), latest, out);
        return takeUpIfVouchedFor();
    }

    /** E7: holds of rosters that are over left their fences with voters that nobody asks any more. */
    @Guard("E7")
    private long floorOfRosters() {
        return context.rosterFloor();
    }

    /** E5: an Announce for a hold that goes on may not have been heard by a sealed voter. */
    void renewAgain(Stamp live, Outbox<QuorumLockMessage> out) {
        if (renewed != 0) {
            tell(votes.granted().minus(votes.noted()), live, renewed, out);
        }
    }

    /** F1: the fence of a hold is above every fence that its voters know. */
    @Guard("F1")
    private static boolean isAbove(long floor, long fence) {
        return fence > floor;
    }

    /** F1: all voters that have granted must confirm the fence before we hold; a later grant may need a higher one. */
    private void announce(Stamp live, long wanted, NodeId latest, Outbox<QuorumLockMessage> out) {
        NodeSet told = laterVote(latest);
        if (wanted > announced) {
            announced = wanted;
            told = votes.granted();
            beginToNote(wanted);
        }
        tell(told, live, announced, out);
    }

    /** H3: a vote that comes, or comes again, while we announce is told as well. */
    @Guard("H3a")
    private NodeSet laterVote(NodeId latest) {
        return NodeSet.of(latest).intersection(votes.granted()).minus(votes.noted());
    }

    private void beginToNote(long wanted) {
        context.clock().observe(Fence.counter(wanted)); // so that no clock of a confirming voter is behind
        votes.clearNoted();
    }

    private void tell(NodeSet voters, Stamp live, long wanted, Outbox<QuorumLockMessage> out) {
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            out.send(voter, new Announce(live, votes.numberOf(voter), wanted));
        }
    }

    /** For a hold that goes on: the voters note another fence meanwhile, so that nobody waits for it. */
    void renew(Stamp live, Outbox<QuorumLockMessage> out) {
        if (renewed == 0) {
            renewed = Math.max(
                    Fence.of(context.nextStamp()),
                    Math.max(known, Math.max(votes.highestFloor(), floorOfRosters())) + 1);
            beginToNote(renewed);
            tell(votes.granted(), live, renewed, out);
        }
    }

    /** F3, upon Noted, by a voter whose vote we have: whether a quorum confirms that fence, which counts from now on. */
    boolean isNoted(long fence, NodeId from) {
        long wanted = known == 0 ? announced : renewed;
        if (wanted == 0 || fence != wanted) {
            return false;
        }
        votes.note(from);
        return takeUpIfVouchedFor();
    }

    private boolean takeUpIfVouchedFor() {
        if (!isVouchedFor()) {
            return false;
        }
        known = known == 0 ? announced : renewed;
        renewed = 0;
        return true;
    }

    /** F3: the trusted voters that confirm the fence contain a quorum. */
    @Guard("F3")
    private boolean isVouchedFor() {
        return context.quorums().isQuorum(context.sessions().lasting(votes.noted()));
    }

    /** S4: an Announce that is not answered may be lost. */
    void sayAgain(Stamp live, NodeId peer, Outbox<QuorumLockMessage> out) {
        long wanted = known == 0 ? announced : renewed;
        if (wanted != 0) {
            tell(NodeSet.of(peer).intersection(votes.granted()), live, wanted, out);
        }
    }

    void clear() {
        known = 0;
        announced = 0;
        renewed = 0;
    }

    void copyFrom(HoldFence other) {
        known = other.known;
        announced = other.announced;
        renewed = other.renewed;
    }

    void describeTo(StateWriter writer) {
        writer.number("fence", known);
        writer.number("announced", announced);
        writer.number("renewed", renewed);
    }
}
