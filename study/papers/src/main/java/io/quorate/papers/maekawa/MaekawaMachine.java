// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.Map;
import java.util.TreeMap;

/**
 * One lock at one node: a requester for the node's own wishes, an arbiter for everybody's, and one for each role that was
 * taken over. It only routes between them.
 */
final class MaekawaMachine implements LockMachine<MaekawaMessage> {
    private static final Handlers<MaekawaMachine, MaekawaMessage> ON = Handlers.of(
                    MaekawaMachine.class, MaekawaMessage.TABLE)
            .on(MaekawaMessage.Request.class, MaekawaMachine::onRequest)
            .on(MaekawaMessage.Relinquish.class, (self, m, from, out) -> self.arbiter.onRelinquish(m, from, out))
            .on(MaekawaMessage.Release.class, (self, m, from, out) -> self.arbiter.onRelease(m, from, out))
            .on(MaekawaMessage.Locked.class, (self, m, from, out) -> self.requester.onLocked(m, from, from, out))
            .on(MaekawaMessage.Failed.class, (self, m, from, out) -> self.requester.onFailed(m, from, from, out))
            .on(MaekawaMessage.Inquire.class, (self, m, from, out) -> self.requester.onInquire(m, from, from, out))
            .on(MaekawaMessage.TakeOver.class, MaekawaMachine::onTakeOver)
            .on(MaekawaMessage.State.class, MaekawaMachine::onState)
            .on(MaekawaMessage.ForRole.class, MaekawaMachine::onForRole)
            .complete();

    private final MachineContext context;
    private final Requester requester;
    private final Arbiter arbiter;
    private final Rules rules;

    /** By the failed node, as long as there is something to know about its role. */
    private final Map<NodeId, TakenRole> taken = new TreeMap<>();

    MaekawaMachine(MachineContext context, Rules rules) {
        this(context, rules, new Requester(context, rules), new Arbiter(rules));
    }

    private MaekawaMachine(MachineContext context, Rules rules, Requester requester, Arbiter arbiter) {
        this.context = context;
        this.rules = rules;
        this.requester = requester;
        this.arbiter = arbiter;
    }

    /** SHARED is taken as EXCLUSIVE: the paper knows one mode. */
    @Override
    public void acquire(Mode mode, Outbox<MaekawaMessage> out) {
        requester.acquire(out);
    }

    @Override
    public void release(Outbox<MaekawaMessage> out) {
        requester.release(out);
    }

    @Override
    public void abandon(Outbox<MaekawaMessage> out) {
        requester.abandon(out);
    }

    @Override
    public void receive(NodeId from, MaekawaMessage message, Outbox<MaekawaMessage> out) {
        ON.handle(this, message, from, out);
        taken.values().removeIf(TakenRole::isEmpty);
    }

    /** Requests of a dead node are useless. Its answers may still count. */
    private boolean isLate(NodeId from) {
        return context.suspected().contains(from) && rules.keep(Rule.T5_DEAD_ARE_LATE);
    }

    void onRequest(MaekawaMessage.Request request, NodeId from, Outbox<MaekawaMessage> out) {
        if (!isLate(from)) {
            arbiter.onRequest(request, from, context.clock(), out);
        }
    }

    void onTakeOver(MaekawaMessage.TakeOver takeOver, NodeId from, Outbox<MaekawaMessage> out) {
        if (rules.takesOver()) {
            requester.onTakeOver(takeOver, from, out);
        }
    }

    void onState(MaekawaMessage.State state, NodeId from, Outbox<MaekawaMessage> out) {
        Stamp stamp = state.stamp();
        if (!rules.takesOver()
                || isLate(from)
                || (stamp != null && !stamp.node().equals(from))) {
            return;
        }
        TakenRole role = taken.get(state.role());
        if (role == null) {
            if (stamp == null) {
                return; // all that was asked is over
            }
            role = TakenRole.begin(state, from, context, rules, out);
            taken.put(state.role(), role);
        }
        if (stamp != null) {
            context.clock().observe(stamp.counter());
        }
        role.onState(state, from, out);
    }

    /** Nobody speaks for another unless roles are taken over: else any node could let any other in. */
    void onForRole(MaekawaMessage.ForRole forRole, NodeId from, Outbox<MaekawaMessage> out) {
        if (!rules.takesOver()) {
            context.countForged();
            return;
        }
        MaekawaMessage.OfRequest said = forRole.said();
        TakenRole role = taken.get(forRole.role());
        if (said instanceof MaekawaMessage.Locked locked) {
            requester.onLocked(locked, forRole.role(), from, out);
        } else if (said instanceof MaekawaMessage.Failed failed) {
            requester.onFailed(failed, forRole.role(), from, out);
        } else if (said instanceof MaekawaMessage.Inquire inquire) {
            requester.onInquire(inquire, forRole.role(), from, out);
        } else if (role != null && said instanceof MaekawaMessage.Relinquish relinquish) {
            role.arbiter.onRelinquish(relinquish, from, out);
        } else if (role != null && said instanceof MaekawaMessage.Release release) {
            role.onRelease(release, from, out);
        } // a REQUEST for a role that was taken over is a STATE
    }

    /** With rules that take over, this is proof: the peer is dead. */
    @Override
    public void peerSuspected(NodeId peer, Outbox<MaekawaMessage> out) {
        if (!rules.takesOver()) {
            return;
        }
        if (rules.keep(Rule.T4_DROP_THE_DEAD)) {
            arbiter.drop(peer, out);
            taken.values().forEach(role -> role.drop(peer, out));
            taken.values().removeIf(TakenRole::isEmpty);
        }
        requester.peerFailed(peer, out);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<MaekawaMessage> out) {
        requester.linkReset(peer, out);
        arbiter.linkReset(peer, out);
        taken.values().forEach(role -> role.linkReset(peer, out));
    }

    @Override
    public Phase phase() {
        return requester.phase();
    }

    @Override
    public boolean isContended() {
        return requester.isContended() || (requester.phase() != Phase.IDLE && arbiter.isContended());
    }

    @Override
    public boolean isQuiescent() {
        return requester.phase() == Phase.IDLE && arbiter.isEmpty() && taken.isEmpty();
    }

    @Override
    public LockMachine<MaekawaMessage> copy(MachineContext other) {
        MaekawaMachine copy = new MaekawaMachine(other, rules, requester.copy(other), arbiter.copy());
        taken.forEach((failed, role) -> copy.taken.put(failed, role.copy()));
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        requester.describeTo(writer);
        arbiter.describeTo(writer);
        taken.values().forEach(role -> role.describeTo(writer));
    }
}
