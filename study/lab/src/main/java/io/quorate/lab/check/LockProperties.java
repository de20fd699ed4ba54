// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.facts.NodeFacts.Entry;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.step.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;

/** The properties of every lock, seen from outside: by the claims that wait and hold. A state is quiet if no frame is under way. */
public final class LockProperties {
    /** How the sentence begins that a deadlock breaks. */
    static final String NO_DEADLOCK = "in a quiet state somebody waits only if somebody holds";

    private LockProperties() {}

    /** Those that make sense for the system. */
    public static List<Property> of(CheckSystem system) {
        List<Property> properties = new ArrayList<>(ofEveryLock(system));
        StandardChecks.kit(system.setup().protocol()).ifPresent(kit -> properties.addAll(kit.properties(system)));
        properties.addAll(richness(system));
        return List.copyOf(properties);
    }

    /** The properties that hold always, for any protocol. */
    static List<Property> ofEveryLock(CheckSystem system) {
        List<Property> properties = new ArrayList<>();
        properties.add(Property.always("at no instant there are two conflicting holds", LockProperties::holdsAgree));
        properties.add(Property.always(
                NO_DEADLOCK + ", and another hold or wait conflicts", LockProperties::waitersHaveAReason));
        if (system.setup().protocol().traits().forgetsIdleLocks()) {
            properties.add(Property.always(
                    "in a quiet state in which nobody holds or waits, no node remembers anything",
                    LockProperties::nothingRemains));
        }
        properties.add(Property.eventually("in the end nobody waits", LockProperties::nobodyWaits));
        properties.addAll(promises(system));
        if (system.setup().fences()) {
            properties.add(Property.always(
                    "the fence of a hold is above those of all conflicting holds before",
                    cluster -> !cluster.usage().fences().isBroken()));
        }
        Passing passing = system.setup().passing();
        if (passing.isWatched()) {
            properties.add(Property.always(
                    passing.sentence(), cluster -> cluster.usage().passes().worst() <= passing.max()));
        }
        Limits limits = system.limits();
        Crashes survived = system.setup().protocol().traits().crashes();
        boolean dropsTheDead = survived == Crashes.VOTERS_AND_WAITERS || survived == Crashes.ALL_IF_DETECTED_RIGHTLY;
        // A node that was suspected wrongly before it crashed is not noticed to crash.
        if (dropsTheDead && limits.crashes() > 0 && limits.suspicions() == 0) {
            properties.add(
                    Property.always("in a quiet state no request of a dead node waits", LockProperties::noDeadWaiter));
        }
        return List.copyOf(properties);
    }

    /** The promises about single claims, where there are claims. */
    private static List<Property> promises(CheckSystem system) {
        List<Property> properties = new ArrayList<>();
        if (system.limits().wishes().stream().anyMatch(wishes -> wishes.stream().anyMatch(Wish::now))) {
            properties.add(Property.always(
                    "\"busy\" is said only if somebody held the lock after it was asked for",
                    cluster -> !cluster.usage().promises().hasFalseBusy()));
            properties.add(Property.always(
                    "in a quiet state nobody waits who wants the lock now or not at all",
                    LockProperties::whoAsksNowIsAnswered));
        }
        if (system.setup().spareVotes() > 0) {
            properties.add(Property.always(
                    "no hold is lost by the crash of a node after it got its spare votes",
                    cluster -> !cluster.usage().promises().hasLostWithSpares()));
        }
        return properties;
    }

    private static boolean whoAsksNowIsAnswered(Cluster cluster) {
        if (!isQuiet(cluster) || stoppedByACrash(cluster)) {
            return true;
        }
        for (int index = 0; index < cluster.size(); index++) {
            for (NodeClaim waiter : cluster.node(index).waiting()) {
                if (waiter.isNow() && !cluster.usage().frozen().contains(index)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Situations that must be reached at least once: otherwise the system shows nothing. */
    private static List<Property> richness(CheckSystem system) {
        Limits limits = system.limits();
        List<NodeId> contenders = contenders(limits);
        List<Property> properties = new ArrayList<>();
        boolean allNeedOthers = contenders.stream().noneMatch(node -> isQuorumByItself(system, node));
        if (contenders.size() > 1 && allNeedOthers) {
            properties.add(Property.sometimes("all contenders wait at once", cluster -> allWait(cluster, contenders)));
        }
        long sharing = limits.wishes().stream()
                .filter(wishes -> wishes.stream().anyMatch(wish -> wish.mode() == Mode.SHARED))
                .count();
        if (sharing == 0 && contenders.size() > 2) {
            properties.add(Property.sometimes("somebody holds while two wait", LockProperties::oneHoldsAndTwoWait));
        }
        Passing passing = system.setup().passing();
        if (passing.isWatched() && passing.order() != Passing.Order.ANY && contenders.size() > 1) {
            properties.add(Property.sometimes(
                    "the lock is given back with no frame under way while somebody waits",
                    cluster -> cluster.usage().passes().isSomebodyDue()));
        }
        if (sharing > 1 && system.setup().protocol().traits().knowsShared()) {
            properties.add(Property.sometimes("two nodes hold together", LockProperties::twoHold));
        }
        return properties;
    }

    private static boolean isQuorumByItself(CheckSystem system, NodeId contender) {
        if (!system.setup().hasOverlay()) {
            return quorumOf(system, contender).equals(NodeSet.of(contender));
        }
        LockName lock = system.limits().wishesOf(contender.index()).get(0).lock();
        return system.setup().quorums().isQuorum(system.setup().replicasAt(contender, lock));
    }

    /** The quorum that a contender asks for the lock that it wishes first. */
    public static NodeSet quorumOf(CheckSystem system, NodeId contender) {
        LockName lock = system.limits().wishesOf(contender.index()).get(0).lock();
        return system.setup().placement().of(lock).quorumOf(contender);
    }

    /** The nodes that wish for anything. */
    public static List<NodeId> contenders(Limits limits) {
        List<NodeId> contenders = new ArrayList<>();
        for (int index = 0; index < limits.wishes().size(); index++) {
            List<Wish> wishes = limits.wishesOf(index);
            if (!wishes.isEmpty()) {
                contenders.add(NodeId.of(index));
            }
        }
        return contenders;
    }

    /**
     * Nothing is under way, no lease has run out without consequence, nobody waits for a time-out to tell who is there, and no
     * crash is still unknown to a survivor.
     */
    public static boolean isQuiet(Cluster cluster) {
        if (framesThatArrive(cluster) > 0
                || Possibilities.isSomethingDue(cluster)
                || someTimeOutIsAwaited(cluster)
                || someFrozenVoterIsUnseen(cluster)) {
            return false;
        }
        NodeSet crashed = cluster.usage().crashed();
        NodeSet toNotice = Possibilities.crashedVoters(cluster);
        for (int index = 0; index < cluster.size() && !toNotice.isEmpty(); index++) {
            NodeSnapshot node = cluster.node(index);
            NodeSet noticed = cluster.setup().hasOverlay()
                    ? node.facts().missed()
                    : node.facts().suspected();
            boolean notices =
                    noticed.containsAll(toNotice) && !node.facts().awaited().intersects(crashed);
            if (!crashed.contains(index) && !notices) {
                return false;
            }
        }
        return true;
    }

    /** Those that are under way to a frozen node stay there. */
    private static int framesThatArrive(Cluster cluster) {
        int frames = cluster.framesInFlight();
        NodeSet frozen = cluster.usage().frozen();
        for (int to = frozen.next(0); to >= 0; to = frozen.next(to + 1)) {
            for (int from = 0; from < cluster.size(); from++) {
                frames -= cluster.channel(NodeId.of(from), NodeId.of(to)).size();
            }
        }
        return frames;
    }

    private static boolean someFrozenVoterIsUnseen(Cluster cluster) {
        for (int index = 0; index < cluster.size() && !cluster.usage().frozen().isEmpty(); index++) {
            if (!Possibilities.slowToSee(cluster, index).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static boolean someTimeOutIsAwaited(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            for (ArmedTimer armed : cluster.node(index).timers()) {
                TimerName timer = armed.timer();
                if ((timer.outlastsRoundTrip() || cluster.setup().hasOverlay()) && !timer.isForCrashesOnly()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether a crash excuses that nobody gets on: because the protocol promises nothing after one, because no quorum of
     * survivors is left, or because a survivor still keeps for a dead node what the protocol says that it keeps.
     */
    private static boolean stoppedByACrash(Cluster cluster) {
        NodeSet crashed = cluster.usage().crashed();
        Crashes survived = cluster.setup().protocol().traits().crashes();
        if (crashed.isEmpty() || survived == Crashes.ALL_IF_DETECTED_RIGHTLY) {
            return false;
        }
        if (survived == Crashes.NONE) {
            return true;
        }
        if (survived == Crashes.ALL_BY_LEASES) {
            return someWaiterSeesNoQuorum(cluster, crashed);
        }
        boolean waitersCount = survived == Crashes.VOTERS_WHILE_WAITING;
        for (int index = 0; index < cluster.size(); index++) {
            for (LockFacts lock : cluster.node(index).facts().locks()) {
                if (lacksQuorum(cluster, lock.name(), crashed) || keepsForTheDead(lock, crashed, waitersCount)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A waiter does not use voters that it suspects, rightly or wrongly. */
    private static boolean someWaiterSeesNoQuorum(Cluster cluster, NodeSet crashed) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeSnapshot node = cluster.node(index);
            if (cluster.setup().hasOverlay()) { // replicas go where survivors are, unless one cannot know that
                if (node.facts().lonely()) {
                    return true;
                }
                continue;
            }
            for (NodeClaim waiter : node.waiting()) {
                if (lacksQuorum(
                        cluster, waiter.lock(), crashed.union(node.facts().suspected()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean lacksQuorum(Cluster cluster, LockName lock, NodeSet crashed) {
        NodeSet alive = NodeSet.first(cluster.size()).minus(crashed);
        if (!cluster.setup().hasRosters()) {
            return !cluster.setup().placement().of(lock).isQuorum(alive);
        }
        for (int index = alive.next(0); index >= 0; index = alive.next(index + 1)) {
            int configuration = cluster.node(index).facts().configuration();
            if (!cluster.setup().quorumsOf(lock, configuration).isQuorum(alive)) {
                return true;
            }
        }
        return alive.isEmpty();
    }

    private static boolean keepsForTheDead(LockFacts lock, NodeSet crashed, boolean waitersCount) {
        for (Entry entry : lock.entries()) {
            if (crashed.contains(entry.to().node()) && (entry.granted() || waitersCount)) {
                return true;
            }
        }
        return false;
    }

    private static boolean noDeadWaiter(Cluster cluster) {
        NodeSet crashed = cluster.usage().crashed();
        if (crashed.isEmpty() || !isQuiet(cluster)) {
            return true;
        }
        for (int index = 0; index < cluster.size(); index++) {
            for (LockFacts lock : cluster.node(index).facts().locks()) {
                for (Entry entry : lock.entries()) {
                    if (!entry.granted() && crashed.contains(entry.to().node())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static int holders(Cluster cluster) {
        int holders = 0;
        for (int index = 0; index < cluster.size(); index++) {
            holders += cluster.node(index).holding().size();
        }
        return holders;
    }

    private static int waiters(Cluster cluster) {
        int waiters = 0;
        for (int index = 0; index < cluster.size(); index++) {
            waiters += cluster.node(index).waiting().size();
        }
        return waiters;
    }

    private static boolean holdsAgree(Cluster cluster) {
        if (holders(cluster) < 2) {
            return true;
        }
        List<NodeClaim> seen = new ArrayList<>();
        for (int index = 0; index < cluster.size(); index++) {
            for (NodeClaim claim : cluster.node(index).holding()) {
                for (NodeClaim other : seen) {
                    if (conflicts(other, claim)) {
                        return false;
                    }
                }
                seen.add(claim);
            }
        }
        return true;
    }

    private static boolean nobodyWaits(Cluster cluster) {
        return waiters(cluster) == 0
                || stoppedByACrash(cluster)
                || (!cluster.usage().frozen().isEmpty() && allWaitersHaveAReason(cluster))
                || (Recovery.isNeeded(cluster) && Recovery.leadsTo(LockProperties::allWaitersHaveAReason, cluster));
    }

    private static boolean waitersHaveAReason(Cluster cluster) {
        return !isQuiet(cluster)
                || stoppedByACrash(cluster)
                || allWaitersHaveAReason(cluster)
                || (Recovery.isNeeded(cluster) && Recovery.leadsTo(LockProperties::allWaitersHaveAReason, cluster));
    }

    private static boolean allWaitersHaveAReason(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            for (NodeClaim waiter : cluster.node(index).waiting()) {
                if (!cluster.usage().frozen().contains(index) && !hasAReason(cluster, waiter)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A reader that must be inserted first waits for readers, too: nobody is inserted while somebody is inside. */
    private static boolean hasAReason(Cluster cluster, NodeClaim waiter) {
        boolean held = false;
        boolean conflict = !cluster.setup().protocol().traits().knowsShared() || isSomebodyInserted(cluster);
        for (int index = 0; index < cluster.size(); index++) {
            NodeSnapshot node = cluster.node(index);
            for (NodeClaim holder : node.holding()) {
                if (holder.lock().equals(waiter.lock())) {
                    held = true;
                    conflict |= holder.mode().conflictsWith(waiter.mode());
                }
            }
            for (NodeClaim other : node.waiting()) {
                conflict |= !other.equals(waiter) && conflicts(other, waiter);
            }
        }
        return held && conflict;
    }

    private static boolean isSomebodyInserted(Cluster cluster) {
        return cluster.setup().protocol().traits().crashes() == Crashes.ALL_IF_DETECTED_RIGHTLY
                && cluster.usage().isSomebodyNew();
    }

    private static boolean conflicts(NodeClaim one, NodeClaim other) {
        return one.lock().equals(other.lock()) && one.mode().conflictsWith(other.mode());
    }

    private static boolean nothingRemains(Cluster cluster) {
        if (!isQuiet(cluster)
                || !cluster.usage().frozen().isEmpty()
                || timersRun(cluster)
                || holders(cluster) > 0
                || waiters(cluster) > 0
                || stoppedByACrash(cluster)) {
            return true;
        }
        for (int index = 0; index < cluster.size(); index++) {
            if (!cluster.node(index).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static boolean timersRun(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            if (!cluster.node(index).timers().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static boolean allWait(Cluster cluster, List<NodeId> contenders) {
        for (NodeId contender : contenders) {
            NodeSnapshot node = cluster.node(contender);
            if (node.waiting().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static boolean oneHoldsAndTwoWait(Cluster cluster) {
        return holders(cluster) == 1 && waiters(cluster) == 2;
    }

    private static boolean twoHold(Cluster cluster) {
        return holders(cluster) > 1;
    }
}
