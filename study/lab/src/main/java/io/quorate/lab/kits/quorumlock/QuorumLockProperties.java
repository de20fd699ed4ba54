// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.quorumlock;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.LockProperties;
import io.quorate.lab.check.Property;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.facts.NodeFacts;
import io.quorate.lab.world.facts.NodeFacts.Entry;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.lab.world.facts.NodeFacts.Vote;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.rosters.Changes;
import io.quorate.lab.world.setup.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The invariants of the quorum lock, read from its nodes' descriptions of themselves. */
final class QuorumLockProperties {
    private QuorumLockProperties() {}

    static List<Property> of(CheckSystem system) {
        int bound = grantsMax(system.limits())
                + (system.setup().hasRosters() ? 2 * system.setup().rosters().last() : 0);
        List<Property> properties = new ArrayList<>(List.of(
                Property.always(
                        "in a quiet state a voter keeps just the live requests that asked it, and both agree on grants",
                        QuorumLockProperties::bothSidesAgree),
                Property.always(
                        "in a quiet state a holder for whose vote somebody waits knows it",
                        QuorumLockProperties::holdersKnowOfWaiters),
                Property.always(
                        "a voter has asked back every vote for which an older request waits",
                        QuorumLockProperties::votesAreAskedBack),
                Property.always(
                        "a waiter has asked a quorum without suspects, if there is one",
                        QuorumLockProperties::waitersGoAroundSuspects),
                Property.always(
                        "a waiter that has not the vote of a slow voter has asked a quorum around it, if there is one",
                        QuorumLockProperties::waitersGoAroundTheSlow),
                Property.always(
                        "a waiter counts no vote of a voter that is there twice",
                        QuorumLockProperties::waitersDropTwins),
                Property.always(
                        "a voter that stopped is asked nothing before its link is reset",
                        QuorumLockProperties::whoeverLeftIsNotAsked),
                Property.always(
                        "in a quiet state a hold that wants spare votes has them, if all voters are there",
                        QuorumLockProperties::sparesAreGiven),
                Property.always(
                        "in a quiet state a holder has the votes of a quorum without suspects, if there is one",
                        QuorumLockProperties::holdsAreRepaired),
                Property.always(
                        "no request is granted by one voter more than " + bound + " times",
                        cluster -> grantNumbersStayBelow(cluster, bound))));
        properties.addAll(ofWriters(system));
        properties.addAll(ofRosters(system));
        if (someoneCanGiveWay(system)) {
            properties.add(
                    Property.sometimes("a vote is given back to another node", QuorumLockProperties::someoneGivesWay));
        }
        return List.copyOf(properties);
    }

    /** Rules E. */
    private static List<Property> ofRosters(CheckSystem system) {
        List<Property> properties = new ArrayList<>();
        if (system.setup().hasRosters()) {
            properties.add(Property.sometimes("all nodes are in the last configuration", Changes::areOver));
        }
        if (system.setup().hasRosters() && system.limits().isTimely()) {
            properties.add(Property.always(
                    "no hold is lost while everybody answers", cluster -> !cluster.usage().changes.lost));
        }
        return properties;
    }

    /** Rule M. */
    private static List<Property> ofWriters(CheckSystem system) {
        List<Property> properties = new ArrayList<>();
        properties.add(Property.always(
                "in a quiet state every voter of readers knows of the writer of their node that waits for them",
                QuorumLockProperties::votersKnowOfWriters));
        if (aWriterCanWaitBehindReaders(system)) {
            properties.add(Property.sometimes(
                    "a reader waits that is later than a writer which waits for readers of its own node",
                    cluster -> cluster.usage().promises().overtaking().someoneIsLater()));
            if (nothingIsForgotten(system)) {
                properties.add(Property.always(
                        "no reader overtakes a writer that waits for readers of its own node and that a quorum knew of before",
                        cluster -> !cluster.usage().promises().overtaking().hasOvertaken()));
            }
        }
        return properties;
    }

    /** Whether a node reads and, at the same time, waits to write, and another node reads. */
    private static boolean aWriterCanWaitBehindReaders(CheckSystem system) {
        List<List<Wish>> wishes = system.limits().wishes();
        for (int index = 0; index < wishes.size(); index++) {
            int reads = wishes.get(index).indexOf(Wish.SHARED);
            int writes = wishes.get(index).lastIndexOf(Wish.EXCLUSIVE);
            if (reads >= 0 && reads < writes && system.limits().claimsAtOnce() > 1 && othersRead(wishes, index)) {
                return true;
            }
        }
        return false;
    }

    private static boolean othersRead(List<List<Wish>> wishes, int index) {
        for (int other = 0; other < wishes.size(); other++) {
            if (other != index && wishes.get(other).stream().anyMatch(wish -> wish.mode() == Mode.SHARED)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A voter that has forgotten the readers, or has lost what they said, knows of no writer behind them, and one that hears the Release of the
     * readers before the Request of the writer lets others in between: then it is less fair, and nothing worse.
     */
    private static boolean nothingIsForgotten(CheckSystem system) {
        Limits limits = system.limits();
        int faults = limits.trustEnds()
                + limits.crashes()
                + limits.stops()
                + limits.twins()
                + limits.resets()
                + limits.oneSidedResets();
        return faults == 0 && system.setup().network() == Network.FIFO;
    }

    private static boolean votersKnowOfWriters(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            for (LockFacts lock : node.locks()) {
                boolean isToBeKnown =
                        lock.writer() != null && cluster.usage().frozen().isEmpty() && LockProperties.isQuiet(cluster);
                if (isToBeKnown && !votersKnowOfTheWriter(cluster, node, lock)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A stopping node receives nothing more; and nothing is known of a node that runs twice. */
    private static boolean votersKnowOfTheWriter(Cluster cluster, NodeFacts node, LockFacts readers) {
        Stamp stamp = readers.stamp();
        for (Vote vote : readers.votes()) {
            NodeFacts voter = cluster.node(vote.of()).facts();
            boolean hears = !cluster.usage().crashed().contains(vote.of())
                    && !node.twins().contains(vote.of())
                    && !voter.stops();
            LockFacts known = voter.lock(readers.name());
            Entry entry = known == null || stamp == null ? null : known.entryOf(stamp);
            if (hears && (entry == null || !Objects.equals(readers.writer(), entry.writer()))) {
                return false;
            }
        }
        return true;
    }

    /** Two contenders that conflict share a voter, which is neither, and need more votes of others than its one. */
    private static boolean someoneCanGiveWay(CheckSystem system) {
        List<NodeId> contenders = LockProperties.contenders(system.limits());
        for (NodeId one : contenders) {
            for (NodeId other : contenders) {
                NodeSet common = LockProperties.quorumOf(system, one)
                        .intersection(LockProperties.quorumOf(system, other))
                        .without(one)
                        .without(other);
                boolean askExclusive = asksExclusive(system, one) && asksExclusive(system, other);
                if (!one.equals(other)
                        && askExclusive
                        && !common.isEmpty()
                        && LockProperties.quorumOf(system, one).without(one).size() > 1
                        && LockProperties.quorumOf(system, other).without(other).size() > 1) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean asksExclusive(CheckSystem system, NodeId contender) {
        return system.limits().wishesOf(contender.index()).get(0).mode() == Mode.EXCLUSIVE;
    }

    private static boolean someoneGivesWay(Cluster cluster) {
        for (int from = 0; from < cluster.size(); from++) {
            for (int to = 0; to < cluster.size(); to++) {
                Channel channel = cluster.channel(NodeId.of(from), NodeId.of(to));
                for (int position = 1; position <= channel.size(); position++) {
                    for (FrameInFlight.Content content : channel.at(position).contents()) {
                        if (content.message().kind().equals("Relinquish")) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /**
     * A request is granted again only after one that is older, and that made it give way once, has left the voter. An older
     * one comes to the voter once, and once more for each further copy of its Request: duplicated, or said again because
     * a link was reset (by both ends that notice, or by the one that is told), trust ended, or a holder asks around.
     */
    private static int grantsMax(Limits limits) {
        int repeats = 2 * (limits.resets() + limits.oneSidedResets() + limits.trustEnds() + limits.restarts());
        int hints =
                limits.suspicions() + limits.slowHints() + 2 * limits.freezes() + 2 * limits.stops() + limits.twins();
        return limits.acquisitions() + limits.duplicates() + repeats + hints + limits.crashes();
    }

    private static boolean bothSidesAgree(Cluster cluster) {
        if (!cluster.usage().frozen().isEmpty() || !LockProperties.isQuiet(cluster)) {
            return true;
        }
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            for (LockFacts lock : node.locks()) {
                if (!votersKnow(cluster, node, lock) || !requestsAreLive(cluster, NodeId.of(index), lock)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Twins are not examined: no node hears them. */
    private static boolean votersKnow(Cluster cluster, NodeFacts node, LockFacts requester) {
        Stamp stamp = requester.stamp();
        if (stamp == null) {
            return true;
        }
        for (Vote vote : requester.votes()) {
            if (cluster.usage().crashed().contains(vote.of()) || node.twins().contains(vote.of())) {
                continue;
            }
            LockFacts voter = cluster.node(vote.of()).facts().lock(requester.name());
            Entry entry = voter == null ? null : voter.entryOf(stamp);
            if (entry == null
                    || entry.granted() != vote.granted()
                    || (entry.granted() && entry.number() != vote.seen())) {
                return false;
            }
        }
        return true;
    }

    private static boolean requestsAreLive(Cluster cluster, NodeId self, LockFacts voter) {
        for (Entry entry : voter.entries()) {
            LockFacts requester = requester(cluster, voter, entry);
            if (requester == null || !entry.to().equals(requester.stamp()) || requester.voteOf(self) == null) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable LockFacts requester(Cluster cluster, LockFacts voter, Entry entry) {
        return cluster.node(entry.to().node()).facts().lock(voter.name());
    }

    private static boolean holdersKnowOfWaiters(Cluster cluster) {
        if (!cluster.usage().frozen().isEmpty() || !LockProperties.isQuiet(cluster)) {
            return true;
        }
        for (int index = 0; index < cluster.size(); index++) {
            for (LockFacts lock : cluster.node(index).facts().locks()) {
                for (Entry entry : lock.entries()) {
                    LockFacts requester = requester(cluster, lock, entry);
                    boolean ignorant = requester != null && hasTheLock(requester) && !requester.contended();
                    if (entry.granted() && ignorant && someoneWaitsFor(entry, lock)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static boolean hasTheLock(LockFacts requester) {
        return requester.phase() == Phase.HOLDING || requester.phase() == Phase.STANDING;
    }

    private static boolean someoneWaitsFor(Entry granted, LockFacts voter) {
        for (Entry other : voter.entries()) {
            boolean waits = !other.granted() && other.mode().conflictsWith(granted.mode());
            boolean isBehind = other.writer() != null && !other.equals(granted) && granted.mode() == Mode.SHARED;
            if (waits || isBehind) {
                return true;
            }
        }
        return false;
    }

    private static boolean votesAreAskedBack(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            List<LockFacts> locks = cluster.node(index).facts().locks();
            for (int place = 0; place < locks.size(); place++) {
                if (!votesAreAskedBack(locks.get(place).entries())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean votesAreAskedBack(List<Entry> entries) {
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (!entry.granted() || entry.inquired()) {
                continue;
            }
            for (int other = 0; other < entries.size(); other++) {
                Entry waiter = entries.get(other);
                if (!waiter.granted() && waiter.mode().conflictsWith(entry.mode()) && waiter.goesBefore(entry)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean waitersGoAroundSuspects(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            if (!node.suspected().isEmpty()) {
                for (LockFacts lock : node.locks()) {
                    if (lock.phase() == Phase.WAITING && !asksAround(cluster, NodeId.of(index), node, lock)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** H2: slow is a state, so this holds at any moment; and if no quorum avoids the slow, everybody is asked. */
    private static boolean waitersGoAroundTheSlow(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            for (LockFacts lock : node.locks()) {
                boolean waits = !node.slow().isEmpty()
                        && lock.phase() == Phase.WAITING
                        && !lock.votes().isEmpty();
                if (waits && !goesAroundTheSlow(cluster, node, lock)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean goesAroundTheSlow(Cluster cluster, NodeFacts node, LockFacts lock) {
        QuorumSystem quorums = cluster.setup().quorumsOf(lock.name(), node.configuration());
        NodeSet asked = NodeSet.EMPTY;
        NodeSet useless = node.suspected().union(node.silenced());
        for (Vote vote : lock.votes()) {
            asked = asked.with(vote.of());
            boolean isMissing = node.slow().contains(vote.of()) && !vote.granted();
            useless = isMissing ? useless.with(vote.of()) : useless;
        }
        NodeSet able = quorums.voters().minus(node.silenced());
        return quorums.isQuorum(asked.minus(useless)) || asked.containsAll(able);
    }

    private static boolean waitersDropTwins(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            for (LockFacts lock : node.locks()) {
                for (Vote vote : lock.votes()) {
                    boolean counts = lock.phase() == Phase.WAITING && vote.granted();
                    if (counts && node.twins().contains(vote.of())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** W2: else one leaves and asks, leaves and asks, for as long as the other stops. */
    private static boolean whoeverLeftIsNotAsked(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            NodeSet left = node.silenced().minus(node.twins());
            for (LockFacts lock : node.locks()) {
                for (Vote vote : lock.votes()) {
                    if (left.contains(vote.of())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static boolean sparesAreGiven(Cluster cluster) {
        boolean allThere = cluster.usage().crashed().isEmpty()
                && cluster.usage().frozen().isEmpty()
                && LockProperties.isQuiet(cluster);
        for (int index = 0; index < cluster.size() && allThere; index++) {
            NodeFacts node = cluster.node(index).facts();
            boolean mayHaveThem = node.suspected()
                    .union(node.silenced())
                    .union(node.stopping())
                    .isEmpty();
            for (LockFacts lock : node.locks()) {
                boolean wants = lock.phase() == Phase.HOLDING && lock.sparesWanted();
                if (wants && mayHaveThem && !cluster.node(index).hasSpares(lock.name())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** That a voter does not vote for now is as good as a suspicion; that it is dead and not suspected is not looked at. */
    private static boolean holdsAreRepaired(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeFacts node = cluster.node(index).facts();
            if (node.suspected().isEmpty()) {
                continue;
            }
            for (LockFacts lock : node.locks()) {
                if (lock.phase() == Phase.HOLDING
                        && LockProperties.isQuiet(cluster)
                        && !isRepaired(cluster, NodeId.of(index), node, lock)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isRepaired(Cluster cluster, NodeId self, NodeFacts node, LockFacts lock) {
        QuorumSystem quorums = cluster.setup().quorumsOf(lock.name(), node.configuration());
        NodeSet unusable = node.suspected().union(cluster.usage().crashed());
        NodeSet granted = NodeSet.EMPTY;
        for (Vote vote : lock.votes()) {
            granted = vote.granted() ? granted.with(vote.of()) : granted;
        }
        return quorums.isQuorum(granted.minus(node.suspected()))
                || quorums.quorumAvoiding(self, unusable).isEmpty();
    }

    private static boolean asksAround(Cluster cluster, NodeId self, NodeFacts node, LockFacts lock) {
        QuorumSystem quorums = cluster.setup().quorumsOf(lock.name(), node.configuration());
        Optional<NodeSet> possible = quorums.quorumAvoiding(self, node.suspected());
        NodeSet unsuspected = NodeSet.EMPTY;
        for (Vote vote : lock.votes()) {
            if (!node.suspected().contains(vote.of())) {
                unsuspected = unsuspected.with(vote.of());
            }
        }
        return possible.isEmpty() || quorums.isQuorum(unsuspected);
    }

    private static boolean grantNumbersStayBelow(Cluster cluster, int bound) {
        for (int index = 0; index < cluster.size(); index++) {
            List<LockFacts> locks = cluster.node(index).facts().locks();
            for (int place = 0; place < locks.size(); place++) {
                List<Entry> entries = locks.get(place).entries();
                for (int each = 0; each < entries.size(); each++) {
                    if (entries.get(each).number() > bound) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
