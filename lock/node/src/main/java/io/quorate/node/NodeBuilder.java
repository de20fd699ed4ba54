// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import io.quorate.core.lock.part.PartFactory;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.part.PartGuide;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.time.NanoClock;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.turn.NodeSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts a node together from its parts.
 *
 * @param quorums the quorum system by its text
 * @param told the configuration that a member or the disk tells; null if the list of members says who they are
 * @param floor of who told it (E7)
 */
public record NodeBuilder(
        Roster roster,
        Protocol<?> protocol,
        Placement placement,
        String quorums,
        NodeSettings settings,
        NanoClock clock,
        @Nullable Configuration told,
        long floor) {
    private static final EventLog LOG = EventLog.of(NodeBuilder.class);

    /** The length that fits into a line of a log. */
    private static final int NAME_LENGTH_MAX = 100;

    /** A list of quorums that is longer does not fit into a roster: then the members never change. */
    private static final int QUORUMS_LENGTH_MAX = 1000;

    private static final int LINEAGE_LENGTH = 24;

    /** For a node with a roster; throws {@link io.quorate.api.InvalidConfigException} with all faults of it. */
    public static NodeBuilder of(LocksConfig config, boolean unsafe) {
        ConfigFaults faults = new ConfigFaults(config.faults());
        Protocol<?> protocol = protocol(config.protocol(), unsafe, faults);
        if (protocol != null && config.guestName() != null) {
            faults.check(() -> requireGuests(protocol));
        }
        Roster roster = faults.collect(() -> roster(config));
        faults.check(() -> Exposure.of(config).require());
        String chosen = config.quorums();
        String named = chosen == null ? null : faults.collect(() -> QuorumFile.inlined(chosen));
        QuorumSystem quorums =
                protocol == null || roster == null || protocol.part().isPresent()
                        ? null
                        : faults.collect(() -> quorums(roster, protocol, named));
        faults.throwIfAny();
        return new NodeBuilder(
                Objects.requireNonNull(roster),
                Objects.requireNonNull(protocol),
                Placement.byName(Objects.requireNonNull(quorums)),
                named == null ? quorums.name() : named,
                NodeSettings.of(config),
                NanoClock.SYSTEM,
                null,
                0);
    }

    /** For a node that was told the roster by members; throws {@link io.quorate.api.InvalidConfigException} with all faults. */
    static NodeBuilder following(LocksConfig config, RosterReport told) {
        return following(config, told.configuration(), told.floor());
    }

    /** The same for a node that has kept it. */
    static NodeBuilder following(LocksConfig config, Configuration told, long floor) {
        ConfigFaults faults = new ConfigFaults(config.faults());
        Protocol<?> protocol = protocol(config.protocol(), false, faults);
        faults.check(() -> Exposure.of(config).require());
        faults.throwIfAny();
        io.quorate.core.roster.Roster latest = told.latest();
        return new NodeBuilder(
                Membership.of(config.cluster(), told).latest(),
                Objects.requireNonNull(protocol),
                latest.placement(),
                latest.quorums(),
                NodeSettings.of(config.lease(latest.terms().lease())),
                NanoClock.SYSTEM,
                told,
                floor);
    }

    /** For nodes that are given their network, as in tests; refuses what a node with a configuration refuses. */
    public static NodeBuilder of(
            Roster roster, String protocolName, @Nullable String quorumsName, NodeSettings settings) {
        return of(roster, protocolName, quorumsName, settings, false);
    }

    /** The same; rules that {@link Protocol#whyUnsafe are not safe} only if that is said. */
    static NodeBuilder of(
            Roster roster, String protocolName, @Nullable String quorumsName, NodeSettings settings, boolean unsafe) {
        ConfigFaults faults = new ConfigFaults(List.of());
        Protocol<?> protocol = protocol(protocolName, unsafe, faults);
        faults.throwIfAny();
        String named = quorumsName == null ? null : QuorumFile.inlined(quorumsName);
        QuorumSystem quorums = quorums(roster, Objects.requireNonNull(protocol), named);
        return new NodeBuilder(
                roster,
                protocol,
                Placement.byName(quorums),
                named == null ? quorums.name() : named,
                settings,
                NanoClock.SYSTEM,
                null,
                0);
    }

    /** The protocol of this name if nodes with a roster may run it; what is wrong with it is collected. */
    private static @Nullable Protocol<?> protocol(String name, boolean unsafe, ConfigFaults faults) {
        Protocol<?> protocol = faults.collect(() -> Protocols.named(name));
        if (protocol != null) {
            faults.check(() -> requireLinks(protocol));
            faults.check(() -> requireSafe(protocol, unsafe));
        }
        return protocol;
    }

    private static QuorumSystem quorums(Roster roster, Protocol<?> protocol, @Nullable String name) {
        QuorumSystem quorums = name == null ? protocol.usualQuorums(roster.size()) : Quorums.named(name, roster.size());
        protocol.requireUsable(quorums);
        return quorums;
    }

    /** The members of the configuration, as the transport knows them. */
    static Roster roster(LocksConfig config) {
        return new Roster(
                config.cluster(),
                config.members().stream()
                        .map(member -> new Roster.Member(member.id(), member.host(), member.port()))
                        .toList());
    }

    private static void requireGuests(Protocol<?> protocol) {
        if (!protocol.traits().isLeased()) {
            throw new IllegalArgumentException("The protocol " + protocol.name()
                    + " knows no guests: run the cluster with quorumlock, or make this process a member.");
        }
    }

    /** Refuses rules that are not safe on a real network, unless somebody wants to see just that. */
    public static void requireSafe(Protocol<?> protocol, boolean unsafe) {
        protocol.whyUnsafe().filter(reason -> !unsafe).ifPresent(reason -> {
            throw new IllegalArgumentException("The protocol " + protocol.fullName()
                    + " is unsafe, and no node runs it: " + reason + ". " + insteadOf(protocol)
                    + " The lab runs it (quorate check, quorate simulate), and for trials quorate node --unsafe.");
        });
    }

    private static String insteadOf(Protocol<?> protocol) {
        boolean safeByOtherRules = protocol.ruleSets().get(0).whyUnsafe().isEmpty();
        return safeByOtherRules
                ? "Take " + protocol.name() + " without \"" + protocol.rules() + "\", or quorumlock."
                : "Take quorumlock.";
    }

    /** Refuses a protocol that needs more than links between every two nodes: a part, or a medium that gives all messages one order. */
    static void requireLinks(Protocol<?> protocol) {
        PartFactory<?> parts = protocol.part().orElse(null);
        if (parts != null) {
            throw new IllegalArgumentException(
                    "The protocol " + protocol.fullName() + " needs more than a roster. " + parts.howToStart());
        }
        if (protocol.traits().needs() == ProtocolTraits.Delivery.SEQUENCED) {
            throw new IllegalArgumentException("The protocol " + protocol.fullName()
                    + " needs a medium that gives all messages one order, and connections between two nodes give none:"
                    + " run it in the lab (quorate check, quorate simulate), and take ricart-agrawala:broadcast-replies"
                    + " or quorumlock here.");
        }
    }

    /** The same for a node that was told this. */
    NodeBuilder told(Configuration configuration, long itsFloor) {
        return new NodeBuilder(roster, protocol, placement, quorums, settings, clock, configuration, itsFloor);
    }

    public NodeBuilder withClock(NanoClock other) {
        return new NodeBuilder(roster, protocol, placement, quorums, settings, other, told, floor);
    }

    /** A node that has never run before. */
    public RunningNode build(NodeId self, long incarnation, Transport transport) {
        return build(self, NodeMemory.first(incarnation), transport);
    }

    public RunningNode build(NodeId self, NodeMemory memory, Transport transport) {
        return build(self, null, memory, transport);
    }

    /** A guest. It votes for nobody, so it need not remember anything. */
    RunningNode buildGuest(NodeId self, String name, NodeMemory memory, Transport transport) {
        return build(self, name, memory, transport);
    }

    private RunningNode build(NodeId self, @Nullable String guestName, NodeMemory memory, Transport transport) {
        LeaseTerms lease = lease();
        RosterState roster = rosterState(memory);
        NodeStart first = NodeStart.first(self, placement).withIncarnation(memory.incarnation());
        NodeStart start = lease == null ? first : memory.applyTo(settings.applyTo(first.withLease(lease)));
        Membership membership = membership(roster);
        NodeTime time = new NodeTime(clock, lease);
        Availability availability;
        if (roster == null) {
            availability = new RosterAvailability(membership, self, needed());
        } else {
            Configuration configuration = roster.configuration();
            start = start.withRoster(roster, memory.ceilings().keepsRoster()).withLease(configuration.shortestTerms());
            availability = new RosterAvailability(membership, self, configuration);
            time.follow(configuration.shortestTerms(), configuration.longestTerms());
        }
        LockNode<?> node = new LockNode<>(protocol, start);
        NodeNames names = new NodeNames(membership);
        if (guestName != null) {
            names.guestCame(self, guestName);
        }
        return new RunningNode(names, node, availability, transport, settings, time, memory.ceilings(), null);
    }

    /** The rosters that a node with this memory knows; null if its members never change. */
    @Nullable
    RosterState rosterState(NodeMemory memory) {
        RosterState kept = memory.roster();
        Configuration first = kept == null ? firstConfiguration() : null;
        return first == null ? kept : RosterState.beginning(first, "").withFloor(floor);
    }

    /** The members, for a node that knows this about rosters. */
    Membership membership(@Nullable RosterState state) {
        return state == null
                ? Membership.of(roster)
                : Membership.of(roster.cluster(), state.configuration(), state.shownKeys());
    }

    /** The configuration that was told, or that the list of members gives; null if members never change: the protocol or the list does not allow it. */
    @Nullable
    Configuration firstConfiguration() {
        if (told != null) {
            return told;
        }
        LeaseTerms lease = lease();
        if (lease == null || protocol.rosterRules().isEmpty() || quorums.length() > QUORUMS_LENGTH_MAX) {
            return null;
        }
        List<Member> members = new ArrayList<>();
        for (Roster.Member each : roster.members()) {
            members.add(new Member(members.size(), each.id(), each.address(), true, ""));
        }
        return Configuration.of(io.quorate.core.roster.Roster.first(lineage(), members, quorums, lease));
    }

    /** Alike at all nodes that begin with the same list, quorums and lease, and at no others. */
    private String lineage() {
        String all = roster.cluster() + " " + roster.describe() + " " + clusterSettings(protocol, placement, lease());
        return digest(all).substring(0, LINEAGE_LENGTH);
    }

    /** A node that its library guides. */
    static RunningNode buildWithPart(
            LocksConfig config, PartGuide guide, NodeId self, NodeMemory memory, PartStart part, Transport transport) {
        Protocol<?> protocol = guide.protocol();
        NodeSettings settings = NodeSettings.of(config);
        LeaseTerms lease = protocol.traits().isLeased() ? settings.lease() : null;
        NodeStart first = NodeStart.first(self, guide.placement())
                .withIncarnation(memory.incarnation())
                .withPart(part);
        LockNode<?> node = new LockNode<>(
                protocol, lease == null ? first : memory.applyTo(settings.applyTo(first.withLease(lease))));
        return new RunningNode(
                NodeNames.byNumber(config.cluster()),
                node,
                guide.newAvailability(node),
                transport,
                settings,
                new NodeTime(NanoClock.SYSTEM, lease),
                memory.ceilings(),
                guide::newDesk);
    }

    /**
     * The nodes that must be there for locks to be decided. If the others continue without dead nodes, this is a majority: a smaller
     * part of the cluster must not take the rest for dead. If something of idle locks is kept, such as a token, any node may have
     * it, so all are needed.
     */
    private Placement needed() {
        ProtocolTraits traits = protocol.traits();
        if (traits.crashes() == ProtocolTraits.Crashes.ALL_IF_DETECTED_RIGHTLY) {
            return Placement.asNumbered(new Majority(roster.size()));
        }
        return traits.forgetsIdleLocks() ? placement : Placement.asNumbered(new All(roster.size()));
    }

    /** Null if the protocol has no leases. */
    @Nullable
    LeaseTerms lease() {
        return protocol.traits().isLeased() ? settings.lease() : null;
    }

    /**
     * The cluster settings, which must be alike at all nodes: the protocol, the quorums and the lease. The number after the
     * quorums differs if another version means other quorums by the same name.
     */
    String clusterSettings() {
        return firstConfiguration() == null
                ? clusterSettings(protocol, placement, lease())
                : protocol.fullName(); // the rest is in the roster, and may change
    }

    static String clusterSettings(Protocol<?> protocol, Placement placement, @Nullable LeaseTerms lease) {
        return protocol.fullName() + "/" + brief(placement.system().name()) + " #"
                + Long.toHexString(placement.fingerprint())
                + (lease == null ? "" : ", lease " + lease.lease() + " with drift " + lease.driftPerMille() + "/1000");
    }

    /** A long name, as that of quorums listed one by one, is cut; its digest tells it from others that begin alike. */
    static String brief(String name) {
        if (name.length() <= NAME_LENGTH_MAX) {
            return name;
        }
        return name.substring(0, NAME_LENGTH_MAX / 2) + "... SHA-256 " + digest(name);
    }

    private static String digest(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(utf8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Says what the protocol does not do, so that nobody learns it from an accident. */
    void warn() {
        warnOf(protocol);
    }

    /** The same of any protocol. */
    static void warnOf(Protocol<?> protocol) {
        ProtocolTraits traits = protocol.traits();
        protocol.knownFault()
                .ifPresent(
                        fault -> warn(
                                protocol,
                                "is unsafe: " + fault
                                        + ". It is for the checker (quorate check); here take it without these rules, or quorumlock."));
        if (traits.crashes() == ProtocolTraits.Crashes.ALL_IF_DETECTED_RIGHTLY) {
            warn(
                    protocol,
                    "treats a suspected node as dead: if the suspicion is wrong, because of a slow network, a long pause"
                            + " or a connection that is not up yet, two nodes may hold a lock at once. Nor may a node start again before the others have noticed that it was"
                            + " gone. Use quorumlock where that matters; see docs/understand/guarantees.md.");
        } else if (!traits.isLeased()) {
            warn(
                    protocol,
                    "has no leases: what a node holds when it crashes stays taken, and a node that votes must not be restarted"
                            + " while locks are held. Use quorumlock where that matters; see docs/understand/guarantees.md.");
        }
        if (traits.needsTimeBound()) {
            warn(
                    protocol,
                    "takes silence for permission: if one message is lost or takes longer than "
                            + traits.transmissionMax().toMillis()
                            + " ms, because of a slow network or a long pause, two nodes may hold a lock at once. Its holds have"
                            + " no fences: use it only where that does no harm, or take quorumlock; see"
                            + " docs/study/protocols/ricart-agrawala-media.md.");
        }
        if (!traits.survivesLinkResets()) {
            warn(
                    protocol,
                    "does not recover from messages that a broken connection has lost: after one, waiters may wait forever. Use"
                            + " quorumlock where that matters.");
        }
        if (!traits.forgetsIdleLocks()) {
            warn(
                    protocol,
                    "keeps something in memory about every lock that was ever used, and a node that starts again has forgotten"
                            + " it: take few names, and start all nodes again rather than one. Or take quorumlock.");
        }
        if (!traits.knowsShared()) {
            warn(protocol, "knows no shared mode: readers of different nodes exclude each other.");
        }
    }

    private static void warn(Protocol<?> protocol, String what) {
        LOG.say(LogEvent.PROTOCOL_LIMIT, protocol.fullName(), what);
    }
}
