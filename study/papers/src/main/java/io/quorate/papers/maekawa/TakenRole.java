// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.maekawa.MaekawaMessage.Release;
import io.quorate.papers.maekawa.MaekawaMessage.State;
import io.quorate.papers.maekawa.MaekawaMessage.TakeOver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules T, section 9: this node plays the arbiter of a failed one. The failed node's state is asked from all nodes that have it in
 * their sets. Nothing is granted before all of them have answered. It rests on failures being detected without error: if the
 * failed node is alive, there are two arbiters for one role.
 */
final class TakenRole {
    final Arbiter arbiter;
    private final NodeId role;
    private final Rules rules;

    /** Those that have not told their state. */
    private NodeSet awaited;

    /** The answers so far; null as soon as all are known, and the arbiter continues by the rules A. */
    private @Nullable List<State> told = new ArrayList<>(4);

    private TakenRole(NodeId role, Rules rules, NodeSet awaited, Arbiter arbiter) {
        this.role = role;
        this.rules = rules;
        this.awaited = awaited;
        this.arbiter = arbiter;
    }

    /** Asks all who have the failed node in their sets, except the one that has told already. */
    static TakenRole begin(State first, NodeId from, MachineContext context, Rules rules, Outbox<MaekawaMessage> out) {
        NodeSet requesters = requestersOf(first.role(), context);
        NodeSet living = rules.keep(Rule.T6_DO_NOT_AWAIT_THE_DEAD) ? requesters.minus(context.suspected()) : requesters;
        TakenRole taken =
                new TakenRole(first.role(), rules, living.without(first.role()), new Arbiter(rules, first.role()));
        for (int index = taken.awaited.next(0); index >= 0; index = taken.awaited.next(index + 1)) {
            if (index != from.index()) {
                out.send(NodeId.of(index), new TakeOver(first.role()));
            }
        }
        return taken;
    }

    /** The nodes that have the node in their sets: the static part of the role. */
    static NodeSet requestersOf(NodeId role, MachineContext context) {
        NodeSet.Builder requesters = new NodeSet.Builder();
        for (int index = 0; index < context.quorums().size(); index++) {
            if (context.quorums().quorumOf(NodeId.of(index)).contains(role)) {
                requesters.add(index);
            }
        }
        return requesters.build();
    }

    /**
     * The first node from this player on that is not known to have failed: all who know of the same failures agree. Those
     * between the role and a player have failed, even if this node has not noticed yet, so the role never goes back to them.
     */
    static NodeId playerFrom(NodeId player, MachineContext context) {
        int size = context.quorums().size();
        for (int step = 0; step < size; step++) {
            int index = (player.index() + step) % size;
            if (!context.suspected().contains(index)) {
                return NodeId.of(index);
            }
        }
        return context.self();
    }

    /** Whether the other plays the role after this one: then this one has failed as well. */
    static boolean isBehind(NodeId role, NodeId player, NodeId other, MachineContext context) {
        int size = context.quorums().size();
        return Math.floorMod(other.index() - role.index(), size) > Math.floorMod(player.index() - role.index(), size);
    }

    boolean isEmpty() {
        return told == null && arbiter.isEmpty();
    }

    void onState(State state, NodeId from, Outbox<MaekawaMessage> out) {
        List<State> known = told;
        Stamp stamp = state.stamp();
        if (known == null) {
            if (stamp != null) {
                arbiter.regain(stamp, state.seen(), out);
            }
            return;
        }
        if (stamp != null && !known.contains(state)) {
            known.add(placeFor(stamp, known), state);
        }
        awaited = awaited.without(from);
        decide(known, out);
    }

    private static int placeFor(Stamp stamp, List<State> known) {
        int place = 0;
        for (State state : known) {
            Stamp other = state.stamp();
            place += other != null && other.isBefore(stamp) ? 1 : 0;
        }
        return place;
    }

    /** The locking node comes first, then the others by the rules for a REQUEST, the oldest first. */
    private void decide(List<State> known, Outbox<MaekawaMessage> out) {
        if (!awaited.isEmpty() && rules.keep(Rule.T1_ALL_STATES)) {
            return;
        }
        told = null;
        for (State state : known) {
            Stamp stamp = state.stamp();
            if (state.locked() && stamp != null && arbiter.isEmpty() && rules.keep(Rule.T3_KEEP_WHAT_IS_LOCKED)) {
                arbiter.regainLock(stamp, state.seen(), out);
            }
        }
        for (State state : known) {
            Stamp stamp = state.stamp();
            if (stamp != null) {
                arbiter.regain(stamp, state.seen(), out);
            }
        }
    }

    void onRelease(Release release, NodeId from, Outbox<MaekawaMessage> out) {
        List<State> known = told;
        if (known != null) {
            known.removeIf(state -> release.stamp().equals(state.stamp()));
        }
        arbiter.onRelease(release, from, out);
    }

    /** Another node has failed. */
    void drop(NodeId dead, Outbox<MaekawaMessage> out) {
        List<State> known = told;
        if (known != null) {
            known.removeIf(state -> {
                Stamp stamp = state.stamp();
                return stamp != null && stamp.node().equals(dead);
            });
            awaited = rules.keep(Rule.T6_DO_NOT_AWAIT_THE_DEAD) ? awaited.without(dead) : awaited;
            decide(known, out);
        }
        arbiter.drop(dead, out);
    }

    void linkReset(NodeId peer, Outbox<MaekawaMessage> out) {
        if (awaited.contains(peer) && rules.keep(Rule.T8_TAKE_OVER_AGAIN)) {
            out.send(peer, new TakeOver(role));
        }
        arbiter.linkReset(peer, out);
    }

    TakenRole copy() {
        TakenRole copy = new TakenRole(role, rules, awaited, arbiter.copy());
        copy.told = told == null ? null : new ArrayList<>(told);
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.number("role", role.index());
        List<State> known = told;
        writer.flag("asks", known != null);
        writer.nodes("awaited", awaited);
        if (known != null) {
            for (State state : known) {
                writer.begin("told");
                writer.stamp("by", state.stamp());
                writer.flag("locked", state.locked());
                writer.number("known", state.seen());
                writer.end();
            }
        }
        arbiter.describeTo(writer);
    }
}
