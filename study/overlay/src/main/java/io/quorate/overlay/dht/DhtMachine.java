// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage.Away;
import io.quorate.overlay.dht.DhtMessage.Release;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtMessage.Transfer;
import io.quorate.overlay.dht.DhtMessage.Yield;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;

/** One lock at one node: a candidate for the node's own wishes, and those replicas of the lock that are at this node. */
public class DhtMachine implements RoutedMachine<DhtMessage> {
    private static final Handlers<DhtMachine, DhtMessage> ON = Handlers.of(DhtMachine.class, DhtMessage.TABLE)
            .on(Request.class, DhtMachine::onRequest)
            .on(Response.class, DhtMachine::onResponse)
            .on(Away.class, (machine, away, from, out) -> machine.candidate.onAway(away, from, out))
            .on(Yield.class, DhtMachine::onYield)
            .on(Release.class, DhtMachine::onRelease)
            .on(Transfer.class, DhtMachine::onTransfer)
            .otherwise(DhtMachine::onOther);

    private final MachineContext context;
    private final Rules rules;
    private final boolean queues;
    private final Candidate candidate;

    /** By their numbers; those that were never used here are not there. */
    private Replica[] replicas = {};

    /** Whether {@link DhtTimer#REMIND} runs. */
    private boolean reminds;

    /** @param queues whether requests wait at the replicas */
    public DhtMachine(MachineContext context, Rules rules, boolean queues) {
        this(context, rules, queues, new Candidate(context, rules));
    }

    /** With a candidate of its own kind. */
    protected DhtMachine(MachineContext context, Rules rules, boolean queues, Candidate candidate) {
        this.context = context;
        this.rules = rules;
        this.queues = queues;
        this.candidate = candidate;
    }

    /** A copy of another machine. */
    protected DhtMachine(DhtMachine other, MachineContext context) {
        this.context = context;
        this.rules = other.rules;
        this.queues = other.queues;
        this.candidate = other.candidate.copy(context);
        this.replicas = new Replica[other.replicas.length];
        for (int number = 0; number < replicas.length; number++) {
            replicas[number] = other.replicas[number].copy(context);
        }
        this.reminds = other.reminds;
    }

    protected final MachineContext context() {
        return context;
    }

    protected final Candidate candidate() {
        return candidate;
    }

    @Override
    public void acquire(Mode mode, Outbox<DhtMessage> out) {
        candidate.acquire(false, out);
    }

    @Override
    public void release(Outbox<DhtMessage> out) {
        candidate.over(out);
    }

    @Override
    public void abandon(Outbox<DhtMessage> out) {
        candidate.over(out);
    }

    @Override
    public void receive(NodeId from, DhtMessage message, Outbox<DhtMessage> out) {
        ON.handle(this, message, from, out);
    }

    /** V2: a Request that was routed is in a session only if there is one already. */
    @Override
    public void delivered(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        Stamp stamp = message.stamp();
        if (message instanceof Request request && stamp.node().equals(at.origin())) {
            found(stamp, request.replica(), out);
        } else {
            context.countForged();
        }
    }

    /** The replica, which is or was at this node, is found by a request that its node has not brought itself. */
    protected final void found(Stamp stamp, int replica, Outbox<DhtMessage> out) {
        boolean known = context.sessions().knowsOwner(stamp.node(), stamp.incarnation());
        if (isReplica(replica)) {
            replica(replica).onRequest(stamp, known || !rules.keep(Rule.V2_ONLY_IN_SESSIONS), out);
            remindWhileUsed(out);
        }
    }

    private void onRequest(Request request, NodeId from, Outbox<DhtMessage> out) {
        if (isTheirOwn(request, request.replica(), from)) {
            replica(request.replica())
                    .onRequest(request.stamp(), context.sessions().heedsRequester(from), out);
            remindWhileUsed(out);
        }
    }

    private void onTransfer(Transfer transfer, NodeId from, Outbox<DhtMessage> out) {
        if (isTheirOwn(transfer, transfer.replica(), from)) {
            Replica replica = replica(transfer.replica());
            if (context.sessions().heedsRequester(from)) {
                replica.onTransfer(transfer.stamp(), transfer.before(), out);
            } else {
                replica.onRequest(transfer.stamp(), false, out);
            }
            remindWhileUsed(out);
        }
    }

    private void onYield(Yield yield, NodeId from, Outbox<DhtMessage> out) {
        boolean ofThisSession = context.sessions().heedsRequester(from) || !rules.keep(Rule.S5_PAST_SESSIONS);
        if (isTheirOwn(yield, yield.replica(), from) && ofThisSession) {
            replica(yield.replica()).onYield(yield.stamp(), yield.number(), out);
            remindWhileUsed(out);
        }
    }

    private void onRelease(Release release, NodeId from, Outbox<DhtMessage> out) {
        if (isTheirOwn(release, release.replica(), from)) {
            replica(release.replica()).onRelease(release.stamp(), out);
            remindWhileUsed(out);
        }
    }

    /** Nobody speaks for another, nor for another start of itself, nor to replicas that there are not. */
    private boolean isTheirOwn(DhtMessage message, int replica, NodeId from) {
        Stamp stamp = message.stamp();
        boolean own = stamp.node().equals(from) && context.sessions().isSaidBy(from, stamp.incarnation());
        if (!own) {
            context.countForged();
        }
        return own && isReplica(replica);
    }

    protected final boolean isReplica(int number) {
        boolean is = number < context.quorums().size();
        if (!is) {
            context.countForged();
        }
        return is;
    }

    protected void onResponse(Response response, NodeId from, Outbox<DhtMessage> out) {
        candidate.onResponse(response, from, out);
    }

    /** Upon receiving what not all of the protocols understand: by default, none of it. */
    protected void onOther(DhtMessage message, NodeId from, Outbox<DhtMessage> out) {
        context.countForged();
    }

    @Override
    public void timerFired(TimerName timer, Outbox<DhtMessage> out) {
        if (timer == DhtTimer.ASK_AGAIN) {
            candidate.askAgain(out);
        } else if (timer == DhtTimer.LOOK_AGAIN) {
            candidate.lookAgain(out);
        } else if (timer == DhtTimer.REMIND) {
            reminds = false;
            for (Replica replica : replicas) {
                replica.remind(out);
            }
            remindWhileUsed(out);
        }
    }

    private void remindWhileUsed(Outbox<DhtMessage> out) {
        boolean used = false;
        for (Replica replica : replicas) {
            used |= replica.isUsedByOthers();
        }
        if (used && !reminds) {
            DhtTimer.REMIND.start(out);
        } else if (reminds && !used) {
            DhtTimer.REMIND.stop(out);
        }
        reminds = used;
    }

    @Override
    public void linkReset(NodeId peer, Outbox<DhtMessage> out) {
        candidate.linkReset(peer, out);
        for (Replica replica : replicas) {
            replica.linkReset(peer, out);
        }
    }

    @Override
    public void trustEnded(NodeId voter, Outbox<DhtMessage> out) {
        candidate.trustEnded(voter, out);
    }

    @Override
    public void ownerGone(NodeId node, long incarnation, Outbox<DhtMessage> out) {
        for (Replica replica : replicas) {
            replica.ownerGone(node, incarnation, out);
        }
        remindWhileUsed(out);
    }

    @Override
    public void votingBegan(Outbox<DhtMessage> out) {
        for (Replica replica : replicas) {
            replica.votingBegan(out);
        }
    }

    @Override
    public void ownershipChanged(Outbox<DhtMessage> out) {
        candidate.ownershipChanged(out);
        for (Replica replica : replicas) {
            replica.lookWhetherHere(out);
        }
        remindWhileUsed(out);
    }

    private Replica replica(int number) {
        int size = context.quorums().size();
        if (replicas.length != size) { // a slot is used again for other locks, with nothing in it
            replicas = new Replica[size];
            for (int each = 0; each < size; each++) {
                replicas[each] = new Replica(context, rules, each, queues);
            }
        }
        return replicas[number];
    }

    @Override
    public Phase phase() {
        return candidate.phase();
    }

    @Override
    public long fence() {
        return candidate.fence();
    }

    @Override
    public long validUntil() {
        return candidate.validUntil();
    }

    /** Nobody tells a holder of those who come after it, so it supposes that there are some. */
    @Override
    public boolean isContended() {
        return true;
    }

    @Override
    public boolean isQuiescent() {
        if (candidate.phase() != Phase.IDLE) {
            return false;
        }
        for (Replica replica : replicas) {
            if (!replica.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public LockMachine<DhtMessage> copy(MachineContext other) {
        return new DhtMachine(this, other);
    }

    @Override
    public void describeTo(StateWriter writer) {
        candidate.describeTo(writer);
        for (Replica replica : replicas) {
            replica.describeTo(writer);
        }
    }
}
