// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.facts.NodeFacts;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.lab.world.facts.NodeFacts.Vote;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Channels;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.rosters.Changes;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.step.NodeSnapshot;
import io.quorate.lab.world.step.RememberingStepper;
import java.util.ArrayList;
import java.util.List;

/** Lists what may happen next within some limits: first what must happen some time, then faults and giving up. */
public final class Possibilities {
    private final Limits limits;

    public Possibilities(Limits limits) {
        this.limits = limits;
    }

    /** Adds the choices that the cluster has, in an order that depends on its state only. */
    public void list(Cluster cluster, List<Choice> choices) {
        listArrivals(cluster, choices);
        NodeSet idle = cluster.usage.crashed.union(cluster.usage.frozen);
        NodeSet crashedVoters = crashedVoters(cluster);
        for (int index = 0; index < cluster.size(); index++) {
            if (!idle.contains(index)) {
                listReleases(cluster.node(index), choices);
                listAcquisitions(cluster, index, choices);
                listEnd(cluster.node(index), choices);
                listSlowToSee(cluster, index, choices);
                listTimers(cluster, index, false, choices);
                listDetections(cluster, cluster.node(index), crashedVoters, choices);
            }
        }
        if (isLeased(cluster)) {
            Leases.listDue(cluster, choices);
            Changes.listDue(cluster, choices);
            if (limits.isTimely()) {
                Changes.leaveToTheLast(cluster, choices);
            }
        }
        Changes.listDecided(cluster, choices);
        listFaults(cluster, choices);
    }

    private static void listEnd(NodeSnapshot node, List<Choice> choices) {
        if (node.facts().stops() && node.hasStopped()) {
            choices.add(new Choice.End(node.self()));
        }
    }

    /** H4: a frozen voter whose vote somebody waits for is seen to be slow, some time. */
    private static void listSlowToSee(Cluster cluster, int index, List<Choice> choices) {
        NodeSet unseen = slowToSee(cluster, index);
        for (int peer = unseen.next(0); peer >= 0; peer = unseen.next(peer + 1)) {
            choices.add(Choice.Tell.due(NodeId.of(index), News.SLOW.of(NodeId.of(peer))));
        }
    }

    /** The frozen voters that the node will find slow, because it waits for their vote or for their confirmation. */
    public static NodeSet slowToSee(Cluster cluster, int index) {
        NodeSet frozen = cluster.usage.frozen;
        NodeSet unseen = NodeSet.EMPTY;
        if (frozen.isEmpty() || frozen.contains(index) || cluster.usage.crashed.contains(index)) {
            return unseen;
        }
        NodeFacts facts = cluster.node(index).facts();
        for (LockFacts lock : facts.locks()) {
            for (Vote vote : lock.votes()) {
                boolean isWaitedFor =
                        lock.phase() == Phase.WAITING && !facts.slow().contains(vote.of());
                if (isWaitedFor && frozen.contains(vote.of())) {
                    unseen = unseen.with(vote.of());
                }
            }
        }
        return unseen;
    }

    /** The crashes that survivors notice: of a guest, which has no vote, nobody wants anything. */
    public static NodeSet crashedVoters(Cluster cluster) {
        NodeSet crashed = cluster.usage.crashed;
        NodeSet voters = NodeSet.EMPTY;
        for (int index = crashed.next(0);
                index >= 0 && cluster.setup().isVoter(index);
                index = crashed.next(index + 1)) {
            voters = voters.with(NodeId.of(index));
        }
        return voters;
    }

    /**
     * Whether some lease has run out, and what that leads to has not happened yet; or a timer by which the protocol counts on
     * the time that messages take.
     */
    public static boolean isSomethingDue(Cluster cluster) {
        List<Choice> due = new ArrayList<>();
        boolean countsOnTime = cluster.setup().protocol().traits().needsTimeBound();
        for (int index = 0; index < cluster.size(); index++) {
            if (countsOnTime) {
                listTimers(cluster, index, false, due);
            }
            listEnd(cluster.node(index), due);
        }
        if (isLeased(cluster)) {
            Leases.listDue(cluster, due);
            Changes.listDue(cluster, due);
        }
        return !due.isEmpty();
    }

    /** Puts a state in the place of all that differ in nothing that matters from now on. */
    public void reduce(Cluster cluster, RememberingStepper stepper) {
        if (limits.repeats()) {
            beginAgain(cluster);
        } else if (nobodyWillAsk(cluster)) {
            stepper.forgetClocks(cluster);
        }
    }

    private void beginAgain(Cluster cluster) {
        for (int index = 0; index < limits.wishes().size(); index++) {
            NodeSnapshot node = cluster.node(index);
            if (cluster.usage.claims(index) == limits.wishesOf(index).size()
                    && node.holding().isEmpty()
                    && node.waiting().isEmpty()) {
                cluster.usage.setClaims(index, 0);
            }
        }
    }

    /** Whether no node will ask again: no claim will come, and none is queued for which its node has still to ask. */
    public boolean nobodyWillAsk(Cluster cluster) {
        // A node that starts again goes on from its clock; and the end of trust makes a node ask again that is about to
        // hold.
        if (limits.restarts() > 0
                || limits.trustEnds() > 0
                || limits.twins() > 0
                || (cluster.setup().hasRosters() && !Changes.areOver(cluster))
                || (limits.crashes() > 0 && isLeased(cluster))) {
            return false;
        }
        for (int index = 0; index < limits.wishes().size(); index++) {
            if (cluster.usage.claims(index) < limits.wishes().get(index).size()
                    && (!cluster.usage.crashed.contains(index) || cluster.usage.restarts < limits.restarts())) {
                return false;
            }
        }
        for (int index = 0; index < cluster.size(); index++) {
            NodeSnapshot node = cluster.node(index);
            // Where replicas vote, one that waits moves its votes to a new stamp if its own is too low for a fence.
            boolean mayMove = cluster.setup().hasOverlay() && !node.waiting().isEmpty();
            if (mayMove || (limits.claimsAtOnce() > 1 && mayAskForTheQueued(node))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLeased(Cluster cluster) {
        return cluster.setup().protocol().traits().isLeased();
    }

    /** Whether a claim waits beside another for the same lock: then one request of the node may not be enough for both. */
    private static boolean mayAskForTheQueued(NodeSnapshot node) {
        for (NodeClaim waiter : node.waiting()) {
            if (isOneFor(waiter, node.holding()) || isOneFor(waiter, node.waiting())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneFor(NodeClaim waiter, List<NodeClaim> claims) {
        for (NodeClaim claim : claims) {
            if (claim.lock().equals(waiter.lock()) && claim.id() != waiter.id()) {
                return true;
            }
        }
        return false;
    }

    private static void listArrivals(Cluster cluster, List<Choice> choices) {
        boolean inOrder = cluster.setup().network() != Network.UNORDERED;
        Channels channels = cluster.channels;
        NodeSet frozen = cluster.usage.frozen;
        for (long pair = channels.nextFilled(0); pair >= 0; pair = channels.nextFilled(pair + 1)) {
            int from = channels.from(pair);
            int to = channels.to(pair);
            if (frozen.contains(to)) {
                continue;
            }
            Channel channel = channels.get(from, to);
            int last = !inOrder ? channel.size() : cluster.inboxes.isNext(from, to) ? 1 : 0;
            for (int position = 1; position <= last; position++) {
                if (!channel.repeats(position)) {
                    choices.add(new Choice.Deliver(NodeId.of(from), NodeId.of(to), position));
                }
            }
        }
    }

    private static void listReleases(NodeSnapshot node, List<Choice> choices) {
        List<NodeClaim> holding = node.holding();
        for (int place = 0; place < holding.size(); place++) {
            NodeClaim claim = holding.get(place);
            choices.add(new Choice.Release(claim.node(), claim.lock(), holding.size() == 1 ? 0 : claim.id()));
        }
    }

    private void listAcquisitions(Cluster cluster, int index, List<Choice> choices) {
        int made = cluster.usage.claims(index);
        List<Wish> wishes = limits.wishesOf(index);
        if (made < wishes.size()) {
            NodeSnapshot node = cluster.node(index);
            boolean isFree = node.holding().size() + node.waiting().size() < limits.claimsAtOnce();
            if (isFree && !node.facts().stops()) {
                Wish wish = wishes.get(made);
                choices.add(new Choice.Acquire(NodeId.of(index), wish.lock(), wish.mode(), wish.now()));
            }
        }
    }

    /** The timers that must, or that may but need not, run out some time. */
    private static void listTimers(Cluster cluster, int index, boolean optional, List<Choice> choices) {
        NodeSnapshot node = cluster.node(index);
        if (!node.timers().isEmpty()) {
            for (ArmedTimer armed : node.timers()) {
                boolean mayFire = cluster.bounds.mayFire(node.self(), armed) && mayRunOut(cluster, index, armed);
                if (mayFire && optional == isOptional(cluster, node, armed)) {
                    choices.add(new Choice.Fire(
                            node.self(), armed.lock(), armed.timer().name(), optional));
                }
            }
        }
    }

    private static boolean mayRunOut(Cluster cluster, int index, ArmedTimer armed) {
        boolean outlastsAll = armed.timer().outlastsLeases() && isSomethingDue(cluster);
        if (outlastsAll || (armed.timer().outlastsRoutes() && cluster.framesInFlight() > 0)) {
            return false;
        }
        for (int peer = 0; peer < cluster.size() && armed.timer().outlastsRoundTrip(); peer++) {
            NodeSnapshot other = cluster.node(peer);
            boolean isUnderWay = !cluster.channels.get(index, peer).isEmpty()
                    || !cluster.channels.get(peer, index).isEmpty();
            boolean isWanted = peer != index
                    && armed.timer().outlastsHolds()
                    && !(other.holding().isEmpty() && (other.waiting().isEmpty() || awaitsOnly(index, other)));
            if (isUnderWay || isWanted) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing goes on there before something goes on here. */
    private static boolean awaitsOnly(int index, NodeSnapshot waiter) {
        return waiter.facts().awaited().equals(NodeSet.of(NodeId.of(index)));
    }

    static boolean isOptional(Cluster cluster, NodeSnapshot node, ArmedTimer armed) {
        return armed.timer().isForCrashesOnly() && !node.facts().awaited().intersects(cluster.usage.crashed);
    }

    /** The driver must tell an overlay of it, even if the node has found it out by itself. */
    private static void listDetections(Cluster cluster, NodeSnapshot node, NodeSet crashed, List<Choice> choices) {
        NodeSet detected = cluster.setup().hasOverlay()
                ? node.facts().missed()
                : node.facts().suspected();
        for (int peer = crashed.next(0); peer >= 0; peer = crashed.next(peer + 1)) {
            if (!detected.contains(peer)) {
                choices.add(Choice.Tell.due(node.self(), News.DETECT.of(NodeId.of(peer))));
            }
        }
    }

    private void listFaults(Cluster cluster, List<Choice> choices) {
        NodeSet crashed = cluster.usage.crashed;
        listStops(cluster, choices);
        listHints(cluster, choices);
        for (int index = 0; index < cluster.size() && cluster.usage.crashes < limits.crashes(); index++) {
            if (!crashed.contains(index) && limits.mortal().contains(index)) {
                choices.add(new Choice.Crash(NodeId.of(index)));
            }
        }
        for (int index = crashed.next(0);
                index >= 0 && cluster.usage.restarts < limits.restarts();
                index = crashed.next(index + 1)) {
            choices.add(new Choice.Restart(NodeId.of(index)));
        }
        for (int index = 0; index < cluster.size(); index++) {
            if (!crashed.contains(index) && !cluster.usage.frozen.contains(index)) {
                if (cluster.usage.earlyTimeouts < limits.earlyTimeouts()) {
                    listTimers(cluster, index, true, choices);
                }
                listLeave(cluster, cluster.node(index), choices);
            }
        }
        if (cluster.usage.trustEnds < limits.trustEnds()) {
            Leases.listEarlyEnds(cluster, limits.distrustful(), choices);
        }
        if (limits.mayAbandon()) {
            for (int index = 0; index < cluster.size(); index++) {
                if (cluster.usage.frozen.contains(index)) {
                    continue;
                }
                listAbandons(cluster.node(index), choices);
            }
        }
        if (cluster.usage.duplicates < limits.duplicates()) {
            listDuplicates(cluster, choices);
        }
        if (cluster.usage.resets < limits.resets()) {
            listResets(cluster, true, choices);
        }
        if (cluster.usage.oneSidedResets < limits.oneSidedResets()) {
            listResets(cluster, false, choices);
        }
        if (limits.suspicions() > 0 && !cluster.setup().hasOverlay()) { // every live node belongs to the overlay
            listSuspicions(cluster, choices);
        }
    }

    private void listStops(Cluster cluster, List<Choice> choices) {
        for (int index = 0; index < cluster.size(); index++) {
            if (cluster.usage.crashed.contains(index)
                    || cluster.usage.frozen.contains(index)
                    || !limits.mortal().contains(index)) {
                continue;
            }
            boolean mayStop = cluster.setup().isVoter(index) && cluster.usage.stops < limits.stops();
            if (mayStop && !cluster.node(index).facts().stops()) {
                choices.add(Choice.Tell.fault(NodeId.of(index), Signal.STOP));
            }
            if (cluster.setup().isVoter(index) && cluster.usage.frozen.size() < limits.freezes()) {
                choices.add(new Choice.Freeze(NodeId.of(index)));
            }
        }
    }

    private void listHints(Cluster cluster, List<Choice> choices) {
        Usage usage = cluster.usage;
        NodeSet absent = usage.crashed.union(usage.frozen);
        for (int index = 0; index < cluster.size() && limits.slowHints() + limits.twins() > 0; index++) {
            NodeFacts facts = cluster.node(index).facts();
            for (int peer = 0; peer < cluster.size() && !absent.contains(index); peer++) {
                if (peer == index || absent.contains(peer) || !cluster.setup().isVoter(peer)) {
                    continue;
                }
                boolean isSlow = facts.slow().contains(peer);
                boolean isTwin = facts.twins().contains(peer);
                if (isSlow || usage.slowHints < limits.slowHints()) {
                    choices.add(
                            Choice.Tell.fault(NodeId.of(index), (isSlow ? News.FAST : News.SLOW).of(NodeId.of(peer))));
                }
                if (isTwin || usage.twins < limits.twins()) {
                    choices.add(Choice.Tell.fault(
                            NodeId.of(index), (isTwin ? News.SINGLE : News.TWIN).of(NodeId.of(peer))));
                }
            }
        }
    }

    private void listLeave(Cluster cluster, NodeSnapshot node, List<Choice> choices) {
        boolean idle = node.holding().isEmpty() && node.waiting().isEmpty() && !node.isEmpty();
        if (idle && cluster.usage.leaves < limits.leaves()) {
            choices.add(Choice.Tell.fault(node.self(), Signal.LEAVE));
        }
    }

    private static void listAbandons(NodeSnapshot node, List<Choice> choices) {
        List<NodeClaim> waiting = node.waiting();
        for (int place = 0; place < waiting.size(); place++) {
            NodeClaim claim = waiting.get(place);
            choices.add(new Choice.Abandon(claim.node(), claim.lock(), waiting.size() == 1 ? 0 : claim.id()));
        }
    }

    private static void listDuplicates(Cluster cluster, List<Choice> choices) {
        Channels channels = cluster.channels;
        for (long pair = channels.nextFilled(0); pair >= 0; pair = channels.nextFilled(pair + 1)) {
            int from = channels.from(pair);
            int to = channels.to(pair);
            Channel channel = channels.get(from, to);
            for (int position = 1; position <= channel.size(); position++) {
                if (!channel.repeats(position)) {
                    choices.add(new Choice.Duplicate(NodeId.of(from), NodeId.of(to), position));
                }
            }
        }
    }

    private static void listResets(Cluster cluster, boolean bothNotice, List<Choice> choices) {
        for (int one = 0; one < cluster.size(); one++) {
            for (int other = bothNotice ? one + 1 : 0; other < cluster.size(); other++) {
                boolean alive = !cluster.usage.crashed.contains(one) && !cluster.usage.crashed.contains(other);
                if (one != other && alive) {
                    choices.add(new Choice.Reset(NodeId.of(one), NodeId.of(other), bothNotice));
                }
            }
        }
    }

    private void listSuspicions(Cluster cluster, List<Choice> choices) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeSet suspected = cluster.node(index).facts().suspected();
            NodeSet crashed = cluster.usage.crashed;
            for (int peer = 0; peer < cluster.size(); peer++) {
                if (crashed.contains(peer) || crashed.contains(index) || cluster.usage.frozen.contains(index)) {
                    continue; // that it has crashed is detected, and never unlearnt
                }
                if (suspected.contains(NodeId.of(peer))) {
                    choices.add(Choice.Tell.fault(NodeId.of(index), News.UNSUSPECT.of(NodeId.of(peer))));
                } else if (peer != index
                        && cluster.setup().isVoter(peer)
                        && cluster.usage.suspicions < limits.suspicions()) {
                    choices.add(Choice.Tell.fault(NodeId.of(index), News.SUSPECT.of(NodeId.of(peer))));
                }
            }
        }
    }
}
