package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A requester's side: its session with each arbiter that it counts on, and whom of them it doubts. */
final class VoterSessions {
    private static final VoterSession[] NONE = {};

    /**
     * In the order of the arbiters. Where arbiters are few, the one with index i is at place i; where they are a few of thousands, it is
     * looked for.
     */
    private VoterSession[] sessions = NONE;

    /** Those that have not answered for long. */
    private NodeSet silent = NodeSet.EMPTY;

    /** Those that have said that they grant nothing for now. */
    private NodeSet notVoting = NodeSet.EMPTY;

    @Nullable
    VoterSession with(NodeId arbiter) {
        int place = place(arbiter);
        return place < sessions.length && sessions[place].arbiter.index() == arbiter.index() ? sessions[place] : null;
    }

    /** Where the session with this arbiter is, or should be. */
    private int place(NodeId arbiter) {
        int index = arbiter.index();
        if (index < sessions.length && sessions[index].arbiter.index() == index) {
            return index;
        }
        int low = 0;
        int high = sessions.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sessions[middle].arbiter.index() < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    VoterSession obtain(NodeId arbiter) {
        VoterSession known = with(arbiter);
        if (known != null) {
            return known;
        }
        int place = place(arbiter);
        VoterSession session = new VoterSession(arbiter);
        VoterSession[] longer =
                Arrays.copyOf(sessions, sessions.length + 1); // seldom: there is one for each arbiter ever asked
        System.arraycopy(sessions, place, longer, place + 1, sessions.length - place);
        longer[place] = session;
        sessions = longer;
        return session;
    }

    boolean isOpen(NodeId arbiter) {
        VoterSession session = with(arbiter);
        return session != null && session.open;
    }

    NodeSet open() {
        NodeSet open = NodeSet.EMPTY;
        for (VoterSession session : sessions) {
            if (session.open) {
                open = open.with(session.arbiter);
            }
        }
        return open;
    }

    /** Those whose deadline has come. */
    NodeSet overdue(long now) {
        NodeSet overdue = NodeSet.EMPTY;
        for (VoterSession session : sessions) {
            if (session.open && now >= session.deadline) {
                overdue = overdue.with(session.arbiter);
            }
        }
        return overdue;
    }

    void addOpenTo(Collection<NodeId> nodes) {
        for (VoterSession session : sessions) {
            if (session.open) {
                nodes.add(session.arbiter);
            }
        }
    }

    NodeSet doubted() {
        return silent.union(notVoting);
    }

    /** Whether it is news that the arbiter is silent, or that it is not. */
    boolean setSilent(NodeId arbiter, boolean isSilent) {
        boolean news = isSilent != silent.contains(arbiter);
        if (news) {
            silent = isSilent ? silent.with(arbiter) : silent.without(arbiter);
        }
        return news;
    }

    /** Whether it is news that the arbiter votes, or that it does not. */
    boolean setVoting(NodeId arbiter, boolean votes) {
        boolean news = votes == notVoting.contains(arbiter);
        if (news) {
            notVoting = votes ? notVoting.without(arbiter) : notVoting.with(arbiter);
        }
        return news;
    }

    /** Ends, doubts and keeps alive whatever is due; gives the time at which something else will be. */
    long runDue(long now, LeaseTerms lease, SessionEnds ends) {
        long wake = Sessions.NEVER;
        for (VoterSession session : sessions) { // as they are now; what begins meanwhile is not due yet
            if (session.open) {
                wake = Math.min(wake, lookAt(session, now, lease, ends));
            }
        }
        return wake;
    }

    private long lookAt(VoterSession session, long now, LeaseTerms lease, SessionEnds ends) {
        if (now >= session.deadline) {
            ends.trustEnded(session.arbiter);
        }
        if (!session.open) {
            return Sessions.NEVER;
        }
        long wake = session.deadline;
        if (session.asked == 0) {
            return wake;
        }
        long keepAliveAt = session.lastTickAt() + lease.keepAliveNanos();
        if (now >= keepAliveAt) {
            ends.keepAlive(session.arbiter);
            keepAliveAt = now + lease.keepAliveNanos();
        }
        wake = Math.min(wake, keepAliveAt);
        long doubtAt = session.doubtAt(lease);
        if (now < doubtAt) {
            wake = Math.min(wake, doubtAt);
        } else if (setSilent(session.arbiter, true)) {
            ends.doubtChanged(session.arbiter);
        }
        return wake;
    }

    VoterSessions copy() {
        VoterSessions copy = new VoterSessions();
        copy.sessions = sessions.clone();
        for (int place = 0; place < sessions.length; place++) {
            copy.sessions[place] = sessions[place].copy();
        }
        copy.silent = silent;
        copy.notVoting = notVoting;
        return copy;
    }

    void describeTo(Sessions.Writer writer) {
        for (VoterSession session : sessions) {
            writer.voterSession(session.arbiter, session.number, session.open, session.trustedIncarnation());
        }
    }
}
