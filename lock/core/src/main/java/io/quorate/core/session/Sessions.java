// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a node: as a requester with each voter that it counts on, as a voter with each start of each node that
 * counts on it. With {@link LeaseTerms} they end by the node's clock, which the driver tells. Without them, the driver of the
 * node ends them, in an order that clocks could have led to.
 */
public final class Sessions {
    /** Where there is no time, nothing is ever due. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Where there is no time, what others confirm ends when the driver of the node says so. */
    public static final long SOME_TIME = NEVER - 1;

    /** The maximum number of sessions that a voter knows. It bounds what unknown processes can make it remember. */
    public static final int OWNERS_MAX = 1 << 16;

    /** V1: a hold asks for spare votes after this part of the lease. */
    private static final int SPARES_PART = 10;

    /** The maximum number of these sessions for one node. A node that starts more often within a lease has to wait. */
    public static final int STARTS_MAX = 8;

    private final NodeId self;
    private final long incarnation;
    private @Nullable LeaseTerms terms;
    private final VoterSessions voters;
    private final OwnerSessions owners;
    private final HeaderOutcome hearing;

    private final Voting voting;
    private SessionRules rules = SessionRules.USUAL;
    private long now;

    /** Nothing is due before. */
    private long wake = NEVER;

    /** Voters of whom it is known, but not yet said, that what they granted counts no longer. */
    private NodeSet ending = NodeSet.EMPTY;

    public Sessions(NodeId self, long incarnation, boolean voting, @Nullable LeaseTerms terms) {
        this(self, incarnation, new Voting(voting), terms, new VoterSessions(), new OwnerSessions());
    }

    private Sessions(
            NodeId self,
            long incarnation,
            Voting voting,
            @Nullable LeaseTerms terms,
            VoterSessions voters,
            OwnerSessions owners) {
        this.self = self;
        this.incarnation = incarnation;
        this.voting = voting;
        this.terms = terms;
        this.voters = voters;
        this.owners = owners;
        this.hearing = new HeaderOutcome(self);
    }

    /** Has these rules kept, instead of the usual ones. */
    public void keep(SessionRules others) {
        rules = others;
    }

    /** E1, E8: the node is in another configuration from now on. */
    public void configure(SessionTerms next) {
        voting.configure(next, terms, now);
        if (terms != null) {
            owners.rememberLonger(next.shortest().memoryNanos() - terms.memoryNanos());
            terms = next.shortest();
            wakeAt(voters.waitNoLonger(next.shortest()));
        }
    }

    /** E6, E8: whether this node may count as sealed. */
    public boolean countsAsSealed() {
        return voting.countsAsSealed(now);
    }

    /** Whether enough members know this node by its data directory: to grant, and to count as sealed. Gives whether it begins to grant now. */
    public boolean setAccepted(boolean mayGrant, boolean mayDecide) {
        return voting.setAccepted(mayGrant, mayDecide);
    }

    /** The time of the present turn. */
    public long now() {
        return now;
    }

    /** E4: until when a hold that rests on this node's own vote may count on it after its seal. */
    public long trustFromNow() {
        LeaseTerms lease = terms;
        return lease == null ? SOME_TIME : now + lease.trustNanos();
    }

    /** Ends what has run out by now; first of all in a turn (R0). */
    public void advanceTo(long time, SessionEnds ends) {
        LeaseTerms lease = terms;
        if (lease == null) {
            return;
        }
        now = time;
        if (voting.startsAt(time, lease)) {
            wakeAt(voting.wake());
        }
        if (time >= wake) {
            runDue(lease, ends);
        }
    }

    private void runDue(LeaseTerms lease, SessionEnds ends) {
        wake = NEVER; // whatever begins meanwhile lowers it again
        ending = voters.overdue(now); // first of all: what follows may give this node its own vote
        if (now >= voting.witnessedUntil()) {
            voting.cutOff();
            ends.cutOff();
        }
        wakeAt(voters.runDue(now, lease, ends));
        wakeAt(owners.runDue(now, ends));
        if (voting.beginIfDue(now)) {
            ends.votingBegan();
        }
        wakeAt(voting.wake());
    }

    private void wakeAt(long time) {
        wake = Math.min(wake, time);
    }

    /** When something will have run out, or a little before. */
    public long wake() {
        return wake;
    }

    /** A request begins to count on the voter; S1, if there is no session with it. */
    public void ask(NodeId voter) {
        if (voter.equals(self)) {
            return;
        }
        VoterSession session = voters.obtain(voter);
        session.asked++;
        LeaseTerms lease = terms;
        if (!session.open) {
            begin(session);
        } else if (session.asked == 1 && lease != null) {
            session.askedAt = now;
            LeaseTerms said = session.within(lease);
            wakeAt(Math.min(session.lastTickAt() + said.keepAliveNanos(), session.doubtAt(said)));
        }
    }

    private void begin(VoterSession session) {
        LeaseTerms lease = terms;
        if (lease == null) {
            session.begin();
        } else {
            session.beginAt(now, lease);
            wakeAt(now + lease.keepAliveNanos());
        }
    }

    /** A request no longer counts on the voter. */
    public void unask(NodeId voter) {
        VoterSession session = voters.with(voter);
        if (session != null && session.asked > 0) {
            session.asked--;
        }
    }

    /** H4: one request fewer waits for the vote of each of the first nodes, and one more for the vote of each of the others. */
    public void awaitedChanged(NodeSet fewer, NodeSet more) {
        if (voters.awaitedChanged(fewer, more, terms != null)) {
            wakeAt(now + AnswerTime.PROBE_NANOS);
        }
    }

    /** V1: a hold that others wait for asks for spare votes after so long. */
    public Duration sparesAfter() {
        return terms == null ? Duration.ZERO : terms.lease().dividedBy(SPARES_PART);
    }

    /** Whether the voter takes long to answer (H1). */
    public boolean isSlow(NodeId voter) {
        VoterSession session = voters.with(voter);
        return session != null && session.answers.isSlow();
    }

    /** H5: the voters farther away than others, the farthest first, each set with those before. */
    public List<NodeSet> far() {
        return voters.far();
    }

    /** Frames to the peer may be lost. If the peer said that it stops, that process may be gone. */
    public void linkReset(NodeId peer) {
        VoterSession session = voters.with(peer);
        if (session != null) {
            session.answers.forget();
        }
        voters.setStopping(peer, false);
    }

    /** W2: the voters that have said that they are about to stop. */
    public NodeSet stopping() {
        return voters.stopping();
    }

    /** W2: the next frame to each other voter is in a tick of its own: its answer makes trust in it last longer than before. */
    public void renewTicks(NodeSet others) {
        for (int index = others.next(0); index >= 0; index = others.next(index + 1)) {
            VoterSession session = voters.with(NodeId.of(index));
            if (session != null && session.open && terms != null) {
                session.advanceTickIfDue(now, 1);
            }
        }
    }

    /** W2: the session with a voter that stops is over, and the next frame to it says so. */
    public void leave(NodeId voter) {
        voters.leave(voter, rules);
    }

    /** W2: has the next frame say that the last session is over, if it is: what said so before may be lost. False if it is not. */
    public boolean sayAgainThatItWasLeft(NodeId voter) {
        return voters.sayAgainThatItWasLeft(voter);
    }

    /** T1: there are two of the voter, and neither is heard; or that is over. */
    public void mute(NodeId voter, boolean isMuted) {
        voters.mute(voter, isMuted);
    }

    /** T1: the voters of which there are two. */
    public NodeSet muted() {
        return voters.muted();
    }

    /** W1: this node grants and confirms nothing more, and says so in every frame. */
    public void beginToStop() {
        voting.beginToStop();
    }

    public boolean isStopping() {
        return voting.isStopping();
    }

    /**
     * W3: whether nobody counts on anything that this node granted.
     *
     * @param own how many votes it has given to itself
     */
    public boolean hasPromisedNothing(Predicate<NodeId> isMember, int own) {
        int members = owners.count(isMember);
        return rules.hasPromisedNothing(members, owners.count(isMember.negate()), own);
    }

    /** W3: whether its stop may be called clean. */
    public boolean mayCallItClean() {
        return rules.mayCallItClean(voting.isOn());
    }

    /** Trust in these voters will end in this very turn: until it does, one after the other, nothing may rest on any. */
    public void willEnd(NodeSet voters) {
        ending = voters;
    }

    /** Those of them that are still trusted when the clock has had its say, in this very step (R0). */
    public NodeSet lasting(NodeSet voters) {
        return voters.minus(ending);
    }

    /** S3: the session is over; another begins at once if anything is asked there. False if there was none. */
    public boolean endTrust(NodeId voter) {
        ending = ending.without(voter);
        VoterSession session = voters.with(voter);
        if (session == null || !session.open) {
            return false;
        }
        session.close();
        voters.setVoting(voter, true); // as far as we know
        if (session.asked > 0) {
            session.answers.forget();
            begin(session); // and who was silent or slow is so until it answers
        } else {
            session.answers.end();
            voters.setSilent(voter, false);
        }
        return true;
    }

    public NodeSet open() {
        return voters.open();
    }

    /** Everybody with whom there is a session, on whichever side. Guests too, hence no set of bits. */
    public SortedSet<NodeId> counterparts() {
        SortedSet<NodeId> nodes = new TreeSet<>();
        owners.addAllTo(nodes);
        voters.addOpenTo(nodes);
        return nodes;
    }

    /** Until when, by the node's own clock, what the voter granted counts. */
    public long trustedUntil(NodeId voter) {
        if (voter.equals(self)) {
            return voting.witnessedUntil();
        }
        VoterSession session = voters.with(voter);
        return terms == null || session == null ? SOME_TIME : session.deadline; // without a session there is no time
    }

    /** Voters that have not answered for long, and those that have said that they grant nothing for now. */
    public NodeSet doubted() {
        return voters.doubted();
    }

    /** A witness was heard: from now on this node grants only while it hears one within each lease. */
    public void witnessHeard() {
        if (terms != null) {
            voting.witnessHeard(now, terms);
            wakeAt(voting.wake());
        }
    }

    public boolean isVoting() {
        return voting.isOn();
    }

    /** S8: when the restart interval ends, by the node's own clock; {@link #NEVER} if it is over, or if no time ends it. */
    public long votingBeginsAt() {
        return voting.beginsAt();
    }

    /** S8: the restart interval is over. */
    public void beginVoting() {
        voting.begin();
    }

    /**
     * S8, without a start: this node has come to be responsible for what others were, who may have granted it. It grants nothing
     * until nobody counts on that any more.
     */
    public void pauseVoting() {
        voting.pause(now, terms);
        wakeAt(voting.wake());
    }

    /** This node grants nothing until {@link #pauseVoting}: it cannot know whether others have come to be responsible. */
    public void suspendVoting() {
        voting.suspend();
    }

    /**
     * This voter may no longer uphold its grants to that start of the node. It stops confirming this session, so that trust in it ends
     * within a lease. The next session is like any other.
     */
    public void stopConfirming(NodeId node, long start) {
        OwnerSession owner = owners.of(node, start);
        if (owner != null) {
            owner.closing = true;
        }
    }

    /** The same for everybody: this node is responsible for nothing any more. */
    public void stopConfirming() {
        owners.closeAll();
    }

    /** Whether that start of the node counts, as far as this voter knows, on what it was granted here. */
    public boolean knowsOwner(NodeId node, long start) {
        return (node.equals(self) && start == incarnation) || owners.of(node, start) != null;
    }

    /** This node grants nothing any more, because it is about to end. */
    public void stopVoting() {
        voting.stop();
    }

    /** S7: forgets the session; false if there was none. */
    public boolean forget(NodeId node, long start) {
        return owners.forget(node, start, terms, now);
    }

    /**
     * Fills in what a frame to the peer says. If it need not be confirmed, as an answer need not, it counts as of the last tick.
     *
     * @param wantsAnswer whether the peer answers at once, so that the time until then tells how fast it is (H1)
     */
    public void writeHeader(NodeId peer, SessionHeader header, boolean asksToBeConfirmed, boolean wantsAnswer) {
        header.clear();
        header.incarnation = incarnation;
        voting.writeTo(header, now);
        VoterSession session = voters.with(peer);
        LeaseTerms lease = terms;
        if (session != null && session.left > 0) {
            header.number = session.left;
            header.left = true;
            session.left = 0;
        } else if (session != null && session.open) {
            header.number = session.number;
            header.trusts = session.trusted;
            if (lease != null && asksToBeConfirmed) {
                session.advanceTickIfDue(now, lease.tickNanos());
            }
            header.tick = session.tick();
            if (lease != null && wantsAnswer) {
                header.watch = session.answers.watch(now, lease.keepAliveNanos());
                wakeAt(session.answers.lateAt());
            }
        }
        OwnerSession owner = owners.latestOf(peer);
        if (owner != null && !voting.isStopping()) {
            owner.confirmIn(header);
            voting.writeTermTo(header);
        }
        if (owner != null) {
            header.answered = owner.toAnswer;
            owner.toAnswer = 0;
        }
    }

    /** Whether what the header of a frame to the peer says is still so; what is said now needs another frame if not. */
    public boolean isStillSo(NodeId peer, SessionHeader header) {
        VoterSession session = voters.with(peer);
        boolean owesThatItLeft = session != null && session.left > 0;
        return voting.isStillSo(header)
                && !header.left
                && !owesThatItLeft
                && header.isOf(session)
                && header.confirms(owners.latestOf(peer));
    }

    /** The meaning of a peer's frame for its messages. */
    public HeaderOutcome hear(NodeId peer, SessionHeader header) {
        hearing.begin(peer, header);
        if (header.left) {
            hearThatItLeft(peer, header);
        } else if (header.number > 0) {
            hearAsVoter(peer, header);
        }
        if (header.answered > 0) {
            hearAnswer(peer, header.answered);
        }
        voters.setStopping(peer, header.stops);
        if (header.confirmedNumber > 0 && header.confirmedIncarnation == incarnation) {
            hearAsRequester(peer, header);
        }
        if (voters.isOpen(peer)) { // the voter tells all who have a session with it when it votes again
            hearing.doubtChanged |= voters.setVoting(peer, header.voting);
        }
        return hearing;
    }

    /** W2: the sender counts on nothing of that session, nor of those before. */
    private void hearThatItLeft(NodeId peer, SessionHeader header) {
        OwnerSession owner = owners.of(peer, header.incarnation);
        if (owner != null && owner.number <= header.number) {
            owners.remove(peer, header.incarnation);
            hearing.ownerLeft = true;
        }
        hearing.owesConfirmation = !voting.isStopping(); // it left an earlier start: it must learn that this one stays
    }

    private void hearAnswer(NodeId peer, long number) {
        VoterSession session = voters.with(peer);
        if (session != null) {
            hearing.slownessChanged = session.answers.answered(number, now);
            hearing.distanceChanged = session.answers.updateDistance();
        }
    }

    /**
     * S5: a session with a lower number is of the past. A session with a higher one ends all before it. S7: a requester may count
     * on what this node has forgotten, also because its clocks stood still. This node must not tell it that it is known, so its trust
     * runs out.
     */
    private void hearAsVoter(NodeId peer, SessionHeader header) {
        if (rules.isBelowSeal(header.configuration, voting.sealLine())) {
            return; // E3
        }
        OwnerSession owner = owners.of(peer, header.incarnation);
        if (header.trusts && (owner == null || header.number > owner.number)) {
            return;
        }
        if (owner == null) {
            if (voting.isStopping() || !owners.mayBegin(peer, header, voting.configuration(), terms, now)) {
                return; // W1, E8
            }
            owner = new OwnerSession(peer, header.incarnation, header.number);
            owners.add(owner);
            hearing.owesResync = owners.mayHaveLost(now);
        } else if (header.number < owner.number) {
            return;
        } else if (header.number > owner.number) {
            owner.begin(header.number);
            hearing.newSession = true;
        }
        hearing.heedsRequester = true;
        owner.heard(header, voting.configuration());
        if (header.watch > 0) {
            owner.toAnswer = header.watch;
            hearing.owesConfirmation = true;
        }
        if (owner.closing) {
            return;
        }
        owner.heardTick = Math.max(owner.heardTick, header.tick);
        hearing.owesConfirmation |= owner.heardTick > owner.confirmedTick;
        LeaseTerms lease = terms;
        if (lease != null) {
            owner.expiry = Math.max(owner.expiry, now + lease.memoryNanos()); // E8: as long as was said
            wakeAt(owner.expiry);
        }
    }

    /** S2 and R3: an answer in the present session, of the start of the voter that was trusted from its first answer on. */
    private void hearAsRequester(NodeId peer, SessionHeader header) {
        VoterSession session = voters.with(peer);
        boolean isOurs = session != null && session.open && header.confirmedNumber == session.number;
        if (session == null || !isOurs || voters.muted().contains(peer)) {
            return;
        }
        if (terms != null && now >= session.deadline) {
            return; // R0: it is over, as of this turn
        }
        if (!session.trusted) {
            session.trust(header.incarnation);
        } else if (session.incarnation != header.incarnation) {
            return;
        }
        LeaseTerms lease = terms;
        if (lease != null) {
            LeaseTerms said = session.sayFor(header.confirmedFor, lease);
            session.confirm(header.confirmedTick, said.trustNanos());
            long doubtAt = session.doubtAt(said);
            hearing.doubtChanged |= now < doubtAt && voters.setSilent(peer, false);
            wakeAt(Math.min(doubtAt, session.deadline));
        }
        hearing.heedsVoter = lease == null || now < session.deadline; // E8: a first answer may come too late
    }

    /** The messages of the last frame heard are over. */
    public void heard() {
        hearing.from = self;
    }

    /** Whether what comes from this node now, as from a requester, is of a session that is not over. */
    public boolean heedsRequester(NodeId from) {
        return from.equals(self) || (hearing.from.equals(from) && hearing.heedsRequester);
    }

    /** Whether what comes from this node now is said by that start of it. */
    public boolean isSaidBy(NodeId from, long start) {
        return from.equals(self) || (hearing.from.equals(from) && hearing.ownerIncarnation == start);
    }

    /** Whether what comes from this node now, as from a voter, is of our present session with it. */
    public boolean heedsVoter(NodeId from) {
        return from.equals(self) || (hearing.from.equals(from) && hearing.heedsVoter);
    }

    /** How many sessions were refused because too many were known. */
    public long refusedOwners() {
        return owners.refused();
    }

    /** An equal object that shares nothing mutable with this one; between frames only. */
    public Sessions copy() {
        Sessions copy = new Sessions(self, incarnation, voting.copy(), terms, voters.copy(), owners.copy());
        copy.rules = rules;
        copy.now = now;
        copy.wake = wake;
        return copy;
    }

    /** Takes down what the sessions of a node are, in an order that depends on them only. */
    public interface Writer {
        /** With a voter; of one that is trusted, the incarnation, else -1. */
        void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation);

        /** With a start of a requester; one that is closing is confirmed no longer. */
        void ownerSession(NodeId requester, long start, long number, boolean closing);
    }

    public void describeTo(Writer writer) {
        voters.describeTo(writer);
        owners.describeTo(writer);
    }
}
