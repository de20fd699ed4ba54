// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A requester's side: its session with each voter that it counts on, and whom of them it doubts. */
final class VoterSessions {
    private final ByNode<VoterSession> sessions = new ByNode<>();

    /** Those that have not answered for long. */
    private NodeSet silent = NodeSet.EMPTY;

    /** W2: those that have said that they are about to stop. */
    private NodeSet stopping = NodeSet.EMPTY;

    /** T1: those of which there are two: neither is heard. */
    private NodeSet muted = NodeSet.EMPTY;

    /** Those that have said that they grant nothing for now. */
    private NodeSet notVoting = NodeSet.EMPTY;

    @Nullable
    VoterSession with(NodeId voter) {
        return sessions.get(voter);
    }

    VoterSession obtain(NodeId voter) {
        VoterSession known = sessions.get(voter);
        if (known != null) {
            return known;
        }
        VoterSession session = new VoterSession(voter);
        sessions.add(voter, session);
        return session;
    }

    boolean isOpen(NodeId voter) {
        VoterSession session = with(voter);
        return session != null && session.open;
    }

    NodeSet open() {
        NodeSet open = NodeSet.EMPTY;
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            if (session.open) {
                open = open.with(session.voter);
            }
        }
        return open;
    }

    /** Those whose deadline has come. */
    NodeSet overdue(long now) {
        NodeSet overdue = NodeSet.EMPTY;
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            if (session.open && now >= session.deadline) {
                overdue = overdue.with(session.voter);
            }
        }
        return overdue;
    }

    /** E8: the node is in a configuration with these terms. Gives when the next wait for a first answer ends. */
    long waitNoLonger(LeaseTerms terms) {
        long wake = Sessions.NEVER;
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            if (session.open) {
                session.waitNoLonger(terms);
                wake = Math.min(wake, session.deadline);
            }
        }
        return wake;
    }

    void addOpenTo(Collection<NodeId> nodes) {
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            if (session.open) {
                nodes.add(session.voter);
            }
        }
    }

    NodeSet doubted() {
        return silent.union(notVoting);
    }

    /** Whether it is news that the voter is silent, or that it is not. */
    boolean setSilent(NodeId voter, boolean isSilent) {
        boolean news = isSilent != silent.contains(voter);
        if (news) {
            silent = isSilent ? silent.with(voter) : silent.without(voter);
        }
        return news;
    }

    /** Whether it is news that the voter votes, or that it does not. */
    boolean setVoting(NodeId voter, boolean votes) {
        boolean news = votes == notVoting.contains(voter);
        if (news) {
            notVoting = votes ? notVoting.without(voter) : notVoting.with(voter);
        }
        return news;
    }

    /** H4: whether a wait for some vote has begun, of whose voter the answer time is to be known. */
    boolean awaitedChanged(NodeSet fewer, NodeSet more, boolean isTimed) {
        for (int index = fewer.next(0); index >= 0; index = fewer.next(index + 1)) {
            VoterSession session = with(NodeId.of(index));
            if (session != null) {
                session.awaited--;
            }
        }
        boolean begins = false;
        for (int index = more.next(0); index >= 0; index = more.next(index + 1)) {
            VoterSession session = with(NodeId.of(index));
            if (session != null && session.awaited++ == 0 && isTimed) {
                session.answers.waitBegins();
                begins = true;
            }
        }
        return begins;
    }

    /** W2: the session is over, and the next frame says so. */
    void leave(NodeId voter, SessionRules rules) {
        VoterSession session = with(voter);
        if (session != null && session.open) {
            session.left = session.number;
            session.number = rules.numberAfterLeaving(session.number);
            session.close();
            session.answers.end();
            setSilent(voter, false);
            setVoting(voter, true);
        }
    }

    /** W2: nothing counts on the last session once it is closed, however it was closed. */
    boolean sayAgainThatItWasLeft(NodeId voter) {
        VoterSession session = with(voter);
        if (session == null || session.open || session.number == 0) {
            return false;
        }
        session.left = session.number;
        return true;
    }

    NodeSet stopping() {
        return stopping;
    }

    void setStopping(NodeId voter, boolean stops) {
        stopping = stops ? stopping.with(voter) : stopping.without(voter);
    }

    NodeSet muted() {
        return muted;
    }

    void mute(NodeId voter, boolean isMuted) {
        muted = isMuted ? muted.with(voter) : muted.without(voter);
    }

    /** H5: those farther away than others, the farthest first, each set with those before. */
    List<NodeSet> far() {
        Map<NodeId, Integer> distances = new LinkedHashMap<>();
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            distances.put(session.voter, session.answers.distance());
        }
        return Distance.farthestFirst(distances);
    }

    /** Ends, doubts and keeps alive whatever is due; gives the time at which something else will be. */
    long runDue(long now, LeaseTerms lease, SessionEnds ends) {
        long wake = Sessions.NEVER;
        for (VoterSession session : sessions.toList()) { // as they are now; what begins meanwhile is not due yet
            if (session.open) {
                wake = Math.min(wake, lookAt(session, now, lease, ends));
            }
        }
        return wake;
    }

    private long lookAt(VoterSession session, long now, LeaseTerms own, SessionEnds ends) {
        LeaseTerms lease = session.within(own);
        if (now >= session.deadline) {
            ends.trustEnded(session.voter);
        }
        if (!session.open) {
            return Sessions.NEVER;
        }
        long wake = Math.min(session.deadline, watch(session, now, lease, ends));
        if (session.asked == 0) {
            return wake;
        }
        long keepAliveAt = session.lastTickAt() + lease.keepAliveNanos();
        if (now >= keepAliveAt) {
            ends.keepAlive(session.voter);
            keepAliveAt = now + lease.keepAliveNanos();
        }
        wake = Math.min(wake, keepAliveAt);
        long doubtAt = session.doubtAt(lease);
        if (now < doubtAt) {
            wake = Math.min(wake, doubtAt);
        } else if (setSilent(session.voter, true)) {
            ends.doubtChanged(session.voter);
        }
        return wake;
    }

    /** H1, H4: calls a voter slow whose answer is overdue, and probes one of whom nothing else would be known. */
    private static long watch(VoterSession session, long now, LeaseTerms lease, SessionEnds ends) {
        AnswerTime answers = session.answers;
        if (answers.becomesSlow(now)) {
            ends.slownessChanged(session.voter);
        }
        long wake = answers.lateAt();
        if (session.awaited == 0 && !answers.isSlow()) {
            return wake;
        }
        if (now >= answers.probeAt(lease.keepAliveNanos())) {
            ends.probe(session.voter);
            return Math.min(wake, now + AnswerTime.PROBE_NANOS);
        }
        return Math.min(wake, answers.probeAt(lease.keepAliveNanos()));
    }

    VoterSessions copy() {
        VoterSessions copy = new VoterSessions();
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            copy.sessions.add(session.voter, session.copy());
        }
        copy.silent = silent;
        copy.notVoting = notVoting;
        copy.stopping = stopping;
        copy.muted = muted;
        return copy;
    }

    void describeTo(Sessions.Writer writer) {
        for (int place = 0; place < sessions.size(); place++) {
            VoterSession session = sessions.at(place);
            writer.voterSession(session.voter, session.number, session.open, session.trustedIncarnation());
        }
    }
}
