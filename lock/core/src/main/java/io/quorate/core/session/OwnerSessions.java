// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A voter's side: its session with each start of each requester that counts on it. */
final class OwnerSessions {
    /** The maximum number of sessions that were forgotten, and do not begin again. Only a voter that is behind has any. */
    private static final int OVER_MAX = 1 << 12;

    /** The sessions of each node, one for each of its starts, the latest start first. */
    private final ByNode<List<OwnerSession>> sessions = new ByNode<>();

    /** E8: sessions that this voter has forgotten, and whose requesters may still be in them. They do not begin again. */
    private final List<Over> over = new ArrayList<>();

    private int count;
    private long refused;

    /** A session that was refused may live so long at its requester: then something of it is lost. */
    private long lossesUntil = Long.MIN_VALUE;

    /**
     * A session that was forgotten, with all before it.
     *
     * @param until when no requester is in it any more
     */
    private record Over(NodeId node, long incarnation, long number, long until) {}

    /**
     * Whether another session with the node is too much. It is only put off: its requester trusts nobody meanwhile, and
     * another place becomes free when the session of an earlier start runs out.
     */
    private boolean isFullFor(NodeId node) {
        List<OwnerSession> starts = sessions.get(node);
        return count >= Sessions.OWNERS_MAX || (starts != null && starts.size() >= Sessions.STARTS_MAX);
    }

    /** Whether a session begins that this voter, in this configuration, does not know. */
    boolean mayBegin(NodeId node, SessionHeader header, int configuration, @Nullable LeaseTerms terms, long now) {
        if (isOver(node, header)) {
            return false;
        }
        over.removeIf(each -> now >= each.until);
        boolean isAhead = header.configuration > configuration;
        if (isFullFor(node) || (isAhead && over.size() >= OVER_MAX)) {
            refused++;
            long until = terms == null ? Sessions.NEVER : now + (isAhead ? longestWait(terms) : terms.memoryNanos());
            lossesUntil = Math.max(lossesUntil, until);
            return false;
        }
        return true;
    }

    /** E8: for how long a requester may wait for a first answer, whatever configuration it is in. */
    private static long longestWait(LeaseTerms terms) {
        return new LeaseTerms(LeaseTerms.LEASE_MAX, terms.driftPerMille()).memoryNanos();
    }

    /** E8: whether this voter has forgotten that session, or a later one, so that nothing more is heard in it. */
    private boolean isOver(NodeId node, SessionHeader header) {
        for (Over each : over) {
            boolean isOf = each.incarnation == header.incarnation && each.node.equals(node);
            if (isOf && header.number <= each.number) {
                return true;
            }
        }
        return false;
    }

    /** S7: forgets the session; false if there was none. */
    boolean forget(NodeId node, long incarnation, @Nullable LeaseTerms terms, long now) {
        OwnerSession session = of(node, incarnation);
        if (terms != null && session != null && session.mayWaitLonger) {
            over.removeIf(each -> each.incarnation == incarnation && each.node.equals(node)); // this one is later
            over.add(new Over(node, incarnation, session.number, now + longestWait(terms)));
        }
        return remove(node, incarnation);
    }

    long refused() {
        return refused;
    }

    /** Whether frames of a session that begins to be known now may have been refused. */
    boolean mayHaveLost(long now) {
        return refused > 0 && now <= lossesUntil;
    }

    @Nullable
    OwnerSession of(NodeId node, long incarnation) {
        List<OwnerSession> starts = sessions.get(node);
        if (starts != null) {
            for (int place = 0; place < starts.size(); place++) {
                if (starts.get(place).incarnation == incarnation) {
                    return starts.get(place);
                }
            }
        }
        return null;
    }

    /** The session of the latest start of the node. */
    @Nullable
    OwnerSession latestOf(NodeId node) {
        List<OwnerSession> starts = sessions.get(node);
        return starts == null ? null : starts.get(0);
    }

    void add(OwnerSession session) {
        List<OwnerSession> starts = sessions.get(session.node);
        if (starts == null) {
            starts = new ArrayList<>(1);
            sessions.add(session.node, starts);
        }
        int place = 0;
        while (place < starts.size() && starts.get(place).incarnation > session.incarnation) {
            place++;
        }
        starts.add(place, session);
        count++;
    }

    boolean remove(NodeId node, long incarnation) {
        List<OwnerSession> starts = sessions.get(node);
        if (starts == null || !starts.removeIf(session -> session.incarnation == incarnation)) {
            return false;
        }
        if (starts.isEmpty()) {
            sessions.remove(node);
        }
        count--;
        return true;
    }

    void addAllTo(Collection<NodeId> nodes) {
        for (int place = 0; place < sessions.size(); place++) {
            nodes.add(sessions.at(place).get(0).node);
        }
    }

    /** Ends what is due; gives the time at which the next will be. */
    long runDue(long now, SessionEnds ends) {
        long wake = Sessions.NEVER;
        for (OwnerSession session : all()) {
            if (now >= session.expiry) {
                ends.ownerExpired(session.node, session.incarnation);
            } else {
                wake = Math.min(wake, session.expiry);
            }
        }
        return wake;
    }

    /** How many there are with nodes that are so. */
    int count(Predicate<NodeId> which) {
        int counted = 0;
        for (OwnerSession session : all()) {
            counted += which.test(session.node) ? 1 : 0;
        }
        return counted;
    }

    void closeAll() {
        for (OwnerSession session : all()) {
            session.closing = true;
        }
    }

    /** E8: what was heard before is confirmed for longer from now on. */
    void rememberLonger(long nanos) {
        for (OwnerSession session : all()) {
            session.expiry += Math.max(0, nanos);
        }
    }

    private List<OwnerSession> all() {
        List<OwnerSession> all = new ArrayList<>(count);
        for (int place = 0; place < sessions.size(); place++) {
            all.addAll(sessions.at(place));
        }
        return all;
    }

    OwnerSessions copy() {
        OwnerSessions copy = new OwnerSessions();
        for (OwnerSession session : all()) {
            copy.add(session.copy());
        }
        copy.over.addAll(over);
        copy.refused = refused;
        copy.lossesUntil = lossesUntil;
        return copy;
    }

    void describeTo(Sessions.Writer writer) {
        for (OwnerSession session : all()) {
            writer.ownerSession(session.node, session.incarnation, session.number, session.closing);
        }
    }
}
