// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Key;
import io.quorate.overlay.Passage;
import io.quorate.overlay.dht.DhtMachine;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.PathMessage;
import io.quorate.overlay.dht.PathMessage.Errand;
import io.quorate.overlay.dht.PathMessage.Gather;
import io.quorate.overlay.dht.PathMessage.GrantReq;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One lock at one node, by the corrected rules: votes as with Sigma, and partial queues at the nodes on the way. A waiter in one counts as
 * if its Request were still in flight, so two are never inside, whatever happens to partial queues; and its Request is repeated, and then
 * not stopped.
 */
final class NonEndToEndMachine extends DhtMachine {
    private final PathRules rules;

    /** By the numbers of replicas; those that were never used here are not there. */
    private PartialQueue[] queues = {};

    /** Whether {@link DhtTimer#FORGET_THE_WAY} runs. */
    private boolean keepsTime;

    NonEndToEndMachine(MachineContext context, PathRules rules) {
        super(context, rules.votes(), true);
        this.rules = rules;
    }

    private NonEndToEndMachine(NonEndToEndMachine other, MachineContext context) {
        super(other, context);
        this.rules = other.rules;
        this.queues = new PartialQueue[other.queues.length];
        for (int number = 0; number < queues.length; number++) {
            queues[number] = other.queues[number].copy();
        }
        this.keepsTime = other.keepsTime;
    }

    private PartialQueue queue(int replica) {
        int size = context().quorums().size();
        if (queues.length != size) { // a slot is used again for other locks, with nothing in it
            queues = new PartialQueue[size];
            for (int each = 0; each < size; each++) {
                queues[each] = new PartialQueue(rules.keep(PathRule.P1_OLDER_PASSES));
            }
        }
        return queues[replica];
    }

    /** Step 2: behind an older request that has passed, a Request waits; a Gather takes those along that wait for nobody else. */
    @Override
    public Passage<DhtMessage> passing(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        Passage<DhtMessage> passage = Passage.forward(message);
        if (message instanceof Request request && isReplica(request.replica())) {
            passage = passing(at, request, out);
        } else if (message instanceof Gather gather && isReplica(gather.replica())) {
            removeIfOver(gather);
            passage = Passage.forward(fuller(gather, out));
        }
        keepTime(out);
        return passage;
    }

    private Passage<DhtMessage> passing(Waypoint at, Request request, Outbox<DhtMessage> out) {
        PartialQueue queue = queue(request.replica());
        Stamp stamp = request.stamp();
        if (!stamp.node().equals(at.origin())) {
            context().countForged();
            return Passage.forward(request);
        }
        Stamp holder = queue.holderBefore(stamp);
        boolean stoppable = !request.unstoppable() || !rules.keep(PathRule.P2_UNSTOPPABLE_PASSES);
        if (holder != null && stoppable && queue.park(stamp)) {
            out.send(stamp.node(), new GrantReq(stamp, request.replica(), holder));
            return Passage.consumed();
        }
        queue.pass(stamp, at.next());
        moveOn(request.replica(), out);
        return Passage.forward(request);
    }

    /** A vote that becomes free here, when no request passes that could carry it, is forwarded on its own. */
    private void moveOn(int replica, Outbox<DhtMessage> out) {
        List<Stamp> free = queue(replica).takeFree();
        if (!free.isEmpty()) {
            RoutedMachine.route(
                    Place.replicaKey(context(), replica), new Gather(free.get(0), replica, Errand.GATHER, free), out);
        }
    }

    private @Nullable NodeId removeIfOver(Gather gather) {
        return gather.isOver() ? queue(gather.replica()).remove(gather.stamp()) : null;
    }

    /** The requests to take along, with those that have become free here. */
    private Gather fuller(Gather gather, Outbox<DhtMessage> out) {
        List<Stamp> free = queue(gather.replica()).takeFree();
        if (free.isEmpty()) {
            return gather;
        }
        TreeSet<Stamp> all = new TreeSet<>(gather.requests());
        all.addAll(free);
        List<Stamp> sorted = new ArrayList<>(all);
        Key key = Place.replicaKey(context(), gather.replica());
        while (sorted.size() > Gather.REQUESTS_MAX) {
            List<Stamp> rest = sorted.subList(Math.max(0, sorted.size() - Gather.REQUESTS_MAX), sorted.size());
            RoutedMachine.route(key, new Gather(gather.stamp(), gather.replica(), gather.errand(), rest), out);
            rest.clear();
        }
        return new Gather(gather.stamp(), gather.replica(), gather.errand(), sorted);
    }

    /** V2: what a replica gets so is answered only, unless there is a session; then its node comes and asks itself. */
    @Override
    public void delivered(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof Gather gather) {
            take(gather, out);
        } else {
            super.delivered(at, message, out);
        }
    }

    private void take(Gather gather, Outbox<DhtMessage> out) {
        if (isReplica(gather.replica())) {
            gather.requests().forEach(request -> found(request, gather.replica(), out));
        }
    }

    @Override
    protected void onOther(DhtMessage message, NodeId from, Outbox<DhtMessage> out) {
        if (message instanceof GrantReq answer && isReplica(answer.replica())) {
            candidate().parked(answer.stamp(), answer.replica(), from, out);
        } else if (message instanceof Gather gather && isReplica(gather.replica())) {
            gather(gather, out);
        } else if (!(message instanceof PathMessage)) {
            super.onOther(message, from, out);
        }
    }

    /** Step 4: along the way that the request went. Where it has not gone on from, or nobody knows, only those go on that are taken along. */
    private void gather(Gather gather, Outbox<DhtMessage> out) {
        NodeId next = removeIfOver(gather);
        Gather fuller = fuller(gather, out);
        if (next != null || !fuller.requests().isEmpty()) {
            sendOn(fuller, next, out);
        }
        keepTime(out);
    }

    private void sendOn(Gather gather, @Nullable NodeId next, Outbox<DhtMessage> out) {
        Key key = Place.replicaKey(context(), gather.replica());
        if (Place.of(context()).owns(key)) {
            take(gather, out);
        } else if (next == null) {
            RoutedMachine.route(key, gather, out);
        } else {
            out.send(next, gather);
        }
    }

    /** A request of this node is over. If it never went on from here, or straight to the replica, nobody can wait behind it. */
    private void gatherBehind(Stamp over, Outbox<DhtMessage> out) {
        for (int replica = 0; replica < context().quorums().size() && rules.keep(PathRule.P3_GATHER); replica++) {
            NodeId next = queue(replica).remove(over);
            Gather gather = fuller(new Gather(over, replica, Errand.GATHER, List.of()), out);
            boolean straight = next != null && next.equals(candidate().nodeOf(over, replica));
            if (!gather.requests().isEmpty() || (next != null && !straight)) {
                sendOn(gather, next, out);
            }
        }
        keepTime(out);
    }

    /** First what waits goes to the replicas, then the votes: they go to the oldest of all. */
    @Override
    public void release(Outbox<DhtMessage> out) {
        gatherOwn(out);
        super.release(out);
    }

    @Override
    public void abandon(Outbox<DhtMessage> out) {
        gatherOwn(out);
        super.abandon(out);
    }

    private void gatherOwn(Outbox<DhtMessage> out) {
        Stamp stamp = candidate().stamp();
        if (stamp != null) {
            gatherBehind(stamp, out);
        }
    }

    private void gatherIfOver(@Nullable Stamp before, Outbox<DhtMessage> out) {
        if (before != null && !before.equals(candidate().stamp())) {
            gatherBehind(before, out);
        }
    }

    /** P4: a Request may have come along its way, or a copy of it, after it was over. */
    @Override
    protected void onResponse(Response response, NodeId from, Outbox<DhtMessage> out) {
        Stamp before = candidate().stamp();
        super.onResponse(response, from, out);
        gatherIfOver(before, out);
        Stamp stamp = response.stamp();
        boolean isOver = context().isMine(stamp)
                && !stamp.equals(before)
                && !stamp.equals(candidate().stamp());
        if (isOver && isReplica(response.replica()) && rules.keep(PathRule.P4_GATHER_WHAT_IS_OVER)) {
            gatherAgain(new Gather(stamp, response.replica(), Errand.GATHER, List.of()), out);
        }
    }

    /** By the way that the overlay has now: here nothing is known of it any more. */
    private void gatherAgain(Gather gather, Outbox<DhtMessage> out) {
        NodeId next = removeIfOver(gather);
        sendOn(fuller(gather, out), next, out);
        keepTime(out);
    }

    @Override
    public void trustEnded(NodeId voter, Outbox<DhtMessage> out) {
        Stamp before = candidate().stamp();
        super.trustEnded(voter, out);
        gatherIfOver(before, out);
    }

    @Override
    public void peerSuspected(NodeId peer, Outbox<DhtMessage> out) {
        super.peerSuspected(peer, out);
        candidate().peerSuspected(peer, out);
        for (int replica = 0; replica < queues.length; replica++) {
            queues[replica].forgetNode(peer);
            moveOn(replica, out);
        }
        keepTime(out);
    }

    @Override
    public void ownershipChanged(Outbox<DhtMessage> out) {
        Stamp before = candidate().stamp();
        super.ownershipChanged(out);
        gatherIfOver(before, out);
        for (int replica = 0; replica < queues.length; replica++) {
            if (Place.ownsReplica(context(), replica)) {
                queues[replica].forgetPassed();
                moveOn(replica, out);
            }
        }
        keepTime(out);
    }

    @Override
    public void timerFired(TimerName timer, Outbox<DhtMessage> out) {
        if (timer == DhtTimer.FORGET_THE_WAY) {
            keepsTime = false;
            for (int replica = 0; replica < queues.length; replica++) {
                queues[replica].age();
                moveOn(replica, out);
            }
            keepTime(out);
        } else {
            super.timerFired(timer, out);
        }
    }

    private void keepTime(Outbox<DhtMessage> out) {
        boolean any = !isNobodyOnTheWay();
        if (any && !keepsTime) {
            DhtTimer.FORGET_THE_WAY.start(out);
        } else if (keepsTime && !any) {
            DhtTimer.FORGET_THE_WAY.stop(out);
        }
        keepsTime = any;
    }

    private boolean isNobodyOnTheWay() {
        for (PartialQueue queue : queues) {
            if (!queue.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isQuiescent() {
        return super.isQuiescent() && isNobodyOnTheWay();
    }

    @Override
    public LockMachine<DhtMessage> copy(MachineContext other) {
        return new NonEndToEndMachine(this, other);
    }

    @Override
    public void describeTo(StateWriter writer) {
        super.describeTo(writer);
        for (int replica = 0; replica < queues.length; replica++) {
            queues[replica].describeTo(replica, writer);
        }
    }
}
