// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.facts;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.node.LockNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node's state, read from its own description. The description is the only way that the lab looks
 * into a machine, so a protocol needs no doors for it.
 *
 * @param missed those of them that its driver has called gone; the others it doubts for reasons of its own
 * @param slow those that take long to answer, as far as it knows
 * @param twins those of which it knows two living starts
 * @param stopping those that are about to stop, as far as it knows
 * @param silenced those of whom it asks nothing for now: twins, and voters that have stopped
 * @param stops whether it is about to stop
 * @param awaited those from whom it waits for an answer, if its protocol says so
 * @param configuration the number of its configuration
 * @param frozen whether a hold of it may still count on the lower roster alone
 * @param lonely whether all its neighbours in the overlay are gone
 */
public record NodeFacts(
        NodeSet suspected,
        NodeSet missed,
        NodeSet slow,
        NodeSet twins,
        NodeSet stopping,
        NodeSet silenced,
        NodeSet awaited,
        boolean stops,
        boolean voting,
        boolean lonely,
        int configuration,
        boolean frozen,
        List<VoterSession> sessions,
        List<OwnerSession> owners,
        List<LockFacts> locks) {
    public static NodeFacts of(LockNode<?> node) {
        FactsReader reader = new FactsReader();
        node.describeTo(reader);
        return reader.facts();
    }

    /** Its session with a voter, if there ever was one. */
    public @Nullable VoterSession sessionWith(NodeId voter) {
        for (VoterSession session : sessions) {
            if (session.voter().equals(voter)) {
                return session;
            }
        }
        return null;
    }

    /** A session with a voter; the start is the one that is trusted, -1 if none is. */
    public record VoterSession(NodeId voter, long number, boolean open, long trustedStart) {}

    /** A session with a start of a requester; one that is closing is confirmed no longer. */
    public record OwnerSession(NodeId requester, long start, long number, boolean closing) {}

    /** Its state for this lock, if it knows it. */
    public @Nullable LockFacts lock(LockName name) {
        for (LockFacts lock : locks) {
            if (lock.name().equals(name)) {
                return lock;
            }
        }
        return null;
    }

    /**
     * One lock at one node: its own request, if there is one, and the requests that it keeps as a voter.
     *
     * @param writer what a writer of this node will ask with that waits for the node's own readers, if voters are to know of it
     */
    public record LockFacts(
            LockName name,
            Phase phase,
            @Nullable Stamp stamp,
            boolean contended,
            boolean sparesWanted,
            @Nullable Stamp writer,
            List<Vote> votes,
            List<Entry> entries) {

        /** This node's view, as a requester, of a voter. */
        public @Nullable Vote voteOf(NodeId voter) {
            for (Vote vote : votes) {
                if (vote.of().equals(voter)) {
                    return vote;
                }
            }
            return null;
        }

        /** This node's record, as a voter, of a request. */
        public @Nullable Entry entryOf(Stamp request) {
            for (Entry entry : entries) {
                if (entry.to().equals(request)) {
                    return entry;
                }
            }
            return null;
        }
    }

    /** A requester's side of a grant. */
    public record Vote(NodeId of, long seen, boolean granted, boolean inquired) {}

    /**
     * A voter's side of a grant, or of a wait for it.
     *
     * @param writer what a writer will ask with that waits until this request ends, if the voter knows of one
     */
    public record Entry(
            Stamp to,
            Mode mode,
            boolean granted,
            boolean holding,
            long number,
            boolean inquired,
            @Nullable Stamp writer) {
        /** Whether this one is served before the other. */
        public boolean goesBefore(Entry other) {
            return holding == other.holding ? to.isBefore(other.to) : holding;
        }
    }
}
