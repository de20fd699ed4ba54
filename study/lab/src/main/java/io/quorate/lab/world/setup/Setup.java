// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.setup;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.lock.Protocols;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.kit.Kit;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.world.net.Network;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.fixed.FixedRoster;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.overlay.node.OverlayStart;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a cluster. The voters are the first {@code quorums.size()} nodes, the others only ask; if the protocol needs
 * an overlay, they are the replicas of a lock, at whichever nodes. Its text form is
 * one line, as in {@code nodes 3  protocol quorumlock  quorums majority  network fifo}. Locks use the quorums as they are
 * numbered, unless it says {@code placed by-name}.
 *
 * @param withoutRule the rule that the protocol is without, as its mutant is called; empty for the protocol itself
 */
public record Setup(
        Protocol<?> protocol,
        String withoutRule,
        Placement placement,
        int nodes,
        Network network,
        Conditions conditions) {
    public Setup(Protocol<?> protocol, String withoutRule, Placement placement, int nodes, Network network) {
        this(protocol, withoutRule, placement, nodes, network, Conditions.USUAL);
    }

    public Setup {
        int voters = placement.system().size();
        if (nodes < voters && !OverlayProtocol.isOne(protocol)) {
            throw new IllegalArgumentException(
                    "the quorums are made of " + voters + " voters, but there are only " + nodes + " nodes");
        }
        protocol.requireUsable(placement.system());
        if (conditions.reach() > 0 && !OverlayProtocol.isOne(protocol)) {
            throw new IllegalArgumentException("the nodes of " + protocol.name()
                    + " know each other without an overlay: leave it out, or take a protocol that needs one");
        }
    }

    /** The protocol with all its rules and its usual quorums, every node a voter. */
    public static Setup usual(Protocol<?> protocol, int nodes) {
        return of(protocol, protocol.usualQuorums(nodes), nodes);
    }

    /** The protocol with all its rules, over a network that keeps the order of frames. */
    public static Setup of(Protocol<?> protocol, QuorumSystem quorums, int nodes) {
        return new Setup(protocol, "", Placement.asNumbered(quorums), nodes, usualNetwork(protocol));
    }

    /** One that keeps the order of frames, as TCP does, unless that is not enough. */
    static Network usualNetwork(Protocol<?> protocol) {
        return Network.FIFO.isEnoughFor(protocol.traits().needs()) ? Network.FIFO : Network.SEQUENCED;
    }

    /** Whether nodes find each other by an overlay; then everybody may have to vote. */
    public boolean hasOverlay() {
        return OverlayProtocol.isOne(protocol);
    }

    /** Whether the node may vote; the others only ask. */
    public boolean isVoter(int index) {
        return hasOverlay()
                || (conditions.rosters().isEmpty()
                        ? index < quorums().size()
                        : conditions.rosters().votes(index));
    }

    /** The overlay that all nodes are part of from the start; each has the place that follows from its number. */
    public OverlayStart overlay(NodeId self) {
        List<Handle> all = IntStream.range(0, nodes)
                .mapToObj(index -> Handle.of(NodeId.of(index)))
                .toList();
        return new OverlayStart(new FixedRoster(all, conditions.reach()), Handle.of(self));
    }

    /** The replicas of the lock that are at this node when nobody has crashed. */
    public NodeSet replicasAt(NodeId node, LockName lock) {
        Overlay overlay = overlay(node).kind().newNode(Handle.of(node));
        NodeSet replicas = NodeSet.EMPTY;
        for (int replica = 0; replica < quorums().size(); replica++) {
            if (overlay.owns(Key.ofReplica(lock.toString(), replica))) {
                replicas = replicas.with(NodeId.of(replica));
            }
        }
        return replicas;
    }

    /** Whether members come and go. */
    public boolean hasRosters() {
        return !conditions.rosters().isEmpty();
    }

    /** The rosters that it goes through. */
    public RosterPlan rosters() {
        return conditions.rosters();
    }

    /** The quorums of a lock, for a node in the configuration of this number. */
    public QuorumSystem quorumsOf(LockName lock, int configuration) {
        return hasRosters() ? conditions.rosters().quorumsOf(lock, configuration, placement) : placement.of(lock);
    }

    /** The same, where these rosters follow: voters and perhaps their quorums, as in {@code n1,n2,n4} or {@code n1,n2=all}. */
    public Setup withRosters(List<String> texts) {
        return under(conditions.withRosters(RosterPlan.of(quorums(), nodes, texts)));
    }

    /** The same, where a node of the overlay sends only to this number of nodes on each side of it. */
    public Setup withReach(int count) {
        return under(conditions.withReach(count));
    }

    /** Whether timers run out only when frames have arrived that cannot take longer. */
    public boolean isBounded() {
        return protocol.traits().needsTimeBound() && !conditions.delaysUnlimited();
    }

    /** The same, where frames may take longer than the protocol says that they may. */
    public Setup withDelaysUnlimited() {
        return under(conditions.withDelaysUnlimited());
    }

    /** The same, where frames take no longer than the protocol says that they may. */
    public Setup withDelaysBounded() {
        return under(conditions.withDelaysBounded());
    }

    private Setup under(Conditions others) {
        return new Setup(protocol, withoutRule, placement, nodes, network, others);
    }

    /** The same, with locks whose names choose among the variants of the quorums, as in production. */
    public Setup placedByName() {
        return new Setup(protocol, withoutRule, Placement.byName(quorums()), nodes, network, conditions);
    }

    /** Whether the protocol is by the rules that are for use, and by all of them, over a network that is enough for it. */
    public boolean isForUse() {
        boolean enoughOrder = network.isEnoughFor(protocol.traits().needs());
        return withoutRule.isEmpty() && rulesText().isEmpty() && enoughOrder && !conditions.delaysUnlimited();
    }

    /** The quorums as they are numbered. */
    public QuorumSystem quorums() {
        return placement.system();
    }

    /** Whether a lock that is given back is kept until somebody else wants it. */
    public boolean standing() {
        return conditions.standing();
    }

    /** Whether it is noted in the state of the cluster how high fences have come. */
    public boolean fences() {
        return conditions.fences();
    }

    /** The crash of this number of voters costs no hold that has asked for their votes (V1). */
    public int spareVotes() {
        return conditions.spareVotes();
    }

    /** The same, where holds ask for this number of spare votes. */
    public Setup withSpareVotes(int count) {
        return under(conditions.withSpareVotes(count));
    }

    /** Whether the clocks of all nodes follow true time. */
    public boolean trueTime() {
        return conditions.trueTime();
    }

    /** Whether it is noted in the state of the cluster how often others entered while one waited. */
    public boolean isPassingWatched() {
        return conditions.isPassingWatched();
    }

    /** The watch on overtaking. */
    public Passing passing() {
        return conditions.passing();
    }

    /** The order in which those who wait are served, or how often they are passed, if one of both is promised. */
    public Optional<Passing> order() {
        Kit kit = Kits.of(protocol);
        return kit.order(protocol, quorums())
                .or(() -> protocol.traits().fairness() == Fairness.BOUNDED
                        ? kit.bound(quorums(), nodes)
                        : Optional.empty());
    }

    /** The same, where it is noted in the state of the cluster how often a waiter was passed. */
    public Setup watching(Passing passing) {
        return under(conditions.withPassing(passing));
    }

    /** The same, where a lock that is given back is kept until somebody else wants it. */
    public Setup withStanding() {
        return under(conditions.withStanding());
    }

    /** The same, with fences watched. */
    public Setup withFences() {
        return under(conditions.withFences());
    }

    /** The same, with clocks that follow true time. */
    public Setup withTrueTime() {
        return under(conditions.withTrueTime());
    }

    /** The same, with those watched who wait while others enter: so often at most. */
    public Setup withPassesAtMost(int count) {
        return watching(new Passing(Passing.Order.ANY, count));
    }

    public Setup over(Network other) {
        return new Setup(protocol, withoutRule, placement, nodes, other, conditions);
    }

    /** The same with another protocol, a mutant for instance, whose name it has. */
    public Setup without(Mutant mutant) {
        return new Setup(mutant.protocol(), mutant.rule(), placement, nodes, network, conditions);
    }

    /** Reads the text form. */
    public static Setup parse(String line) {
        return new SetupReader(line).read();
    }

    /** The protocol with this name, by this set of rules and without this rule unless they are empty. */
    static Protocol<?> protocol(String name, String rules, String withoutRule) {
        Protocol<?> protocol = Protocols.named(name, rules);
        return withoutRule.isEmpty()
                ? protocol
                : Kits.without(protocol, withoutRule).protocol();
    }

    /** The text says all, also of quorum systems that are not compared by their parts. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Setup setup && setup.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** Default values are omitted. */
    private String rulesText() {
        return protocol.rules().equals(protocol.ruleSets().get(0).rules()) ? "" : "  rules " + protocol.rules();
    }

    @Override
    public String toString() {
        return "nodes " + nodes + "  protocol " + protocol.name()
                + rulesText()
                + (withoutRule.isEmpty() ? "" : "  without " + withoutRule)
                + "  quorums " + SetupReader.text(quorums())
                + (quorums().size() == nodes ? "" : "  voters " + quorums().size())
                + (placement.isByName() ? "  placed by-name" : "")
                + "  network " + network.text()
                + conditions.text();
    }
}
