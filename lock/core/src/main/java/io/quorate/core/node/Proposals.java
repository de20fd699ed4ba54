// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.roster.Blocking;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Decision;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterCodec;
import io.quorate.core.roster.RosterMemory;
import io.quorate.core.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The proposals of a node for the next roster: who must be there (D6), when to say it again, and when another's is taken up (D5). */
final class Proposals {
    /** Maximum bytes of a roster: a frame of News has two. */
    private static final int ROSTER_BYTES_MAX = 30_000;

    /** A proposal is abandoned after this number of thirds of a lease without a decision. */
    private static final int GIVE_UP_AFTER = 12;

    /** This node proposes what it has accepted after this number of thirds of a lease without news. */
    private static final int TAKE_UP_AFTER = 9;

    /** The time to answer, in thirds of a lease. */
    private static final int HAIL_FOR = 3;

    private final MachineContext context;
    private final Attendance attendance;
    private final Consumer<NodeId> hail;
    private final List<ProposalOutcome> outcomes = new ArrayList<>();

    /** The change requested here, until its outcome is known; null if there is none. */
    private @Nullable Roster asked;

    private long askedAt;
    private long nextAt = Sessions.NEVER;

    /** When this node last received another node's proposal and accepted it; {@link Sessions#NEVER} if never. */
    private long acceptedAt = Sessions.NEVER;

    Proposals(MachineContext context, Attendance attendance, Consumer<NodeId> hail) {
        this.context = context;
        this.attendance = attendance;
        this.hail = hail;
    }

    /** Why this roster cannot follow, in words; empty if it can. */
    static String refusal(Roster next, Configuration now) {
        Roster latest = now.latest();
        if (now.isJoint()) {
            return "another change is under way: roster " + now.lower().epoch() + " is not over yet";
        }
        if (next.epoch() != latest.epoch() + 1 || !next.lineage().equals(latest.lineage())) {
            return "it was made for roster " + (next.epoch() - 1) + ", but the cluster has roster " + latest.epoch()
                    + ": look at it, and ask again";
        }
        for (Member member : next.members()) {
            Member known = latest.find(member.node());
            if (known == null && member.number() < latest.nextNumber()) {
                return "the number of " + member.id() + " was used before";
            }
            if (known != null && known.votes() != member.votes()) {
                return "whether " + member.id() + " votes cannot change under its number: remove it, then add it again";
            }
        }
        return RosterCodec.sizeOf(next) > ROSTER_BYTES_MAX ? "it is too large: shorten ids and addresses" : "";
    }

    void refuse(Roster next, String why) {
        outcomes.add(ProposalOutcome.refused(next, why));
    }

    boolean isUnderWay() {
        return asked != null;
    }

    /** D6: first of all, who is there? */
    void begin(Roster next, long now, Configuration configuration) {
        if (asked != null) {
            refuse(next, "another change that was asked for here is under way");
            return;
        }
        asked = next;
        askedAt = now;
        nextAt = now;
        NodeSet members = configuration.members().union(next.nodes());
        for (int index = members.next(0); index >= 0; index = members.next(index + 1)) {
            hail.accept(NodeId.of(index));
        }
    }

    long wake() {
        return nextAt;
    }

    /** An Accept was heard. */
    void heardOf(long now) {
        if (acceptedAt == Sessions.NEVER) {
            acceptedAt = now;
        }
    }

    void advanceTo(long now, long third, Decision decision, RosterMemory memory, Decision.Sender out) {
        if (memory.configuration().isJoint()) {
            nextAt = Sessions.NEVER;
            return;
        }
        Roster accepted = memory.state().accepted();
        if (asked == null && accepted != null && !decision.isProposing()) {
            takeUp(accepted, now, third, decision, out);
        } else if (now >= nextAt) {
            goOn(now, third, decision, memory, out);
        }
    }

    /** D5: a proposer that has become silent may be gone: the members take its proposal up, one after the other. */
    private void takeUp(Roster accepted, long now, long third, Decision decision, Decision.Sender out) {
        if (acceptedAt == Sessions.NEVER || acceptedAt > now) {
            acceptedAt = now; // it was on disk when this node started
        }
        int turn = context.voters()
                .intersection(NodeSet.first(context.self().index()))
                .size();
        long at = acceptedAt + third * (TAKE_UP_AFTER + turn);
        if (now >= at && third > 0) {
            acceptedAt = now;
            decision.propose(accepted, out);
            askedAt = now;
            nextAt = now + third;
        } else {
            nextAt = third > 0 ? at : Sessions.NEVER;
        }
    }

    private void goOn(long now, long third, Decision decision, RosterMemory memory, Decision.Sender out) {
        nextAt = third == 0 ? Sessions.NEVER : now + third / HAIL_FOR;
        Roster wanted = asked;
        if (!decision.isProposing()) {
            if (wanted != null) {
                proposeIfThere(wanted, now, third, decision, memory, out);
            }
        } else if (third > 0 && now - askedAt > third * GIVE_UP_AFTER) {
            decision.giveUp();
            end("too few voters have answered. Whether it is decided is not known yet: look at the roster again");
            nextAt = now + third;
        } else if (decision.isOvertaken()) {
            proposeAnew(wanted == null ? memory.state().accepted() : wanted, decision, out);
        } else {
            decision.sayAgain(out);
        }
    }

    private static void proposeAnew(@Nullable Roster wanted, Decision decision, Decision.Sender out) {
        if (wanted != null) {
            decision.propose(wanted, out);
        }
    }

    private void proposeIfThere(
            Roster wanted, long now, long third, Decision decision, RosterMemory memory, Decision.Sender out) {
        String missing = missing(wanted, memory.configuration().latest(), askedAt - third);
        if (missing.isEmpty()) {
            askedAt = now;
            decision.propose(wanted, out);
        } else if (third == 0 || now - askedAt >= third * HAIL_FOR) {
            end(missing);
        }
    }

    /** D6: who would have to be there, in words; empty if enough are. */
    private String missing(Roster next, Roster current, long since) {
        Placement before = context.rosters().placementOf(current);
        Placement after = context.rosters().placementOf(next);
        NodeSet there = attendance.keepingSince(current.voters(), since);
        if (2 * there.size() <= current.voters().size() || !Blocking.blocks(there, before)) {
            return "too few voters of roster " + current.epoch() + " are there with a data directory; missing: "
                    + names(current, current.voters().minus(there)) + notCounted(current, since);
        }
        NodeSet coming = attendance.knownSince(next, since);
        NodeSet needed = mustBeThere(next, current);
        if (!coming.containsAll(needed)) {
            return "every voter that joins, and every voter if the lease becomes longer, must be there with a data"
                    + " directory: a voter without one forgets how long it promised its vote; missing: "
                    + names(next, needed.minus(coming));
        }
        if (!Blocking.serves(coming, after)) {
            return "not enough of the new roster is there, with a data directory and the key that the roster names;"
                    + " missing: " + names(next, next.voters().minus(coming));
        }
        return "";
    }

    /** A voter may be there with a data directory, and not count: its frames say so alike. */
    private String notCounted(Roster current, long since) {
        NodeSet there = attendance.notKeepingSince(current.voters(), since);
        return there.isEmpty()
                ? ""
                : ". Of these, " + names(current, there)
                        + " answered: without a data directory, or with one that too few"
                        + " members know, or before the end of a longer lease that it has promised. Look at them"
                        + " (quorate roster). After a lease was shortened, try again when the old one has passed";
    }

    /** A voter that keeps nothing waits, after a start, for the lease of its own list only (S8): no longer one may be promised. */
    private static NodeSet mustBeThere(Roster next, Roster current) {
        boolean isLonger = next.terms().lease().compareTo(current.terms().lease()) > 0;
        return isLonger ? next.voters() : next.voters().minus(current.voters());
    }

    private static String names(Roster roster, NodeSet nodes) {
        return String.join(
                ", ",
                roster.members().stream()
                        .filter(each -> nodes.contains(each.node()))
                        .map(Member::id)
                        .toList());
    }

    private void end(String refusal) {
        Roster wanted = asked;
        asked = null;
        if (wanted != null) {
            outcomes.add(ProposalOutcome.refused(wanted, refusal));
        }
    }

    void decided(Roster roster) {
        Roster wanted = asked;
        asked = null;
        if (wanted != null) {
            outcomes.add(ProposalOutcome.decided(wanted, roster));
        }
    }

    /** The node has gone up: what was asked for is decided, this or another. */
    void configurationRose(Configuration now) {
        Roster next = now.upper() == null ? now.lower() : now.upper();
        decided(next);
        acceptedAt = Sessions.NEVER;
        nextAt = Sessions.NEVER;
    }

    List<ProposalOutcome> takeOutcomes() {
        List<ProposalOutcome> taken = outcomes.isEmpty() ? List.of() : List.copyOf(outcomes);
        outcomes.clear();
        return taken;
    }

    void copyFrom(Proposals other) {
        asked = other.asked;
        askedAt = other.askedAt;
        nextAt = other.nextAt;
        acceptedAt = other.acceptedAt;
        outcomes.clear();
        outcomes.addAll(other.outcomes);
    }
}
