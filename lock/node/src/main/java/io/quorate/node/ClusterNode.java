// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.Health;
import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsMaterial;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.IdTakenException;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.Roles;
import io.quorate.node.net.tcp.TcpTransport;
import io.quorate.node.part.PartGuide;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.store.DataDirectory;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.store.StoreFailedException;
import io.quorate.node.time.NanoClock;
import io.quorate.node.time.PeerClock;
import io.quorate.node.turn.NodeCounters;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node of a cluster in this process, for programs that run and show nodes. Applications take {@link Locks}, which is all
 * that they need.
 */
public final class ClusterNode implements AutoCloseable {
    private static final EventLog LOG = EventLog.of(ClusterNode.class);

    /** A node is suspected after this number of missing signs of life in a row. */
    private static final int BEATS_OF_SILENCE = 6;

    /** How often a guest draws another index, if the one that it has drawn is taken. */
    private static final int GUEST_ATTEMPTS_MAX = 5;

    private final Protocol<?> protocol;
    private final Placement placement;
    private final RunningNode node;
    private final EmbeddedLocks locks;

    private ClusterNode(Protocol<?> protocol, Placement placement, RunningNode node) {
        this.protocol = protocol;
        this.placement = placement;
        this.node = node;
        this.locks = new EmbeddedLocks(node);
    }

    /**
     * Starts a node, without waiting for others; what it sends and receives goes through the wrapped transport. Throws
     * {@link JoinFailedException} if it cannot even listen, or may not join.
     */
    public static ClusterNode open(LocksConfig config, UnaryOperator<Transport> wrap) {
        return open(config, wrap, false, false);
    }

    /**
     * The same without any wait: another node with this id is found later, and ends this one. The node finds out in the
     * background whether locks can be acquired; {@link Locks#health()} tells it.
     */
    static ClusterNode start(LocksConfig config) {
        return open(config, UnaryOperator.identity(), false, true);
    }

    /**
     * The same, also with rules that are not safe ({@link Protocol#whyUnsafe}): for trials, never for locks that guard something.
     */
    public static ClusterNode openUnsafe(LocksConfig config, UnaryOperator<Transport> wrap) {
        return open(config, wrap, true, false);
    }

    private static ClusterNode open(
            LocksConfig config, UnaryOperator<Transport> wrap, boolean unsafe, boolean inBackground) {
        NodeBuilder list = config.hasOnlyContacts() ? null : NodeBuilder.of(config, unsafe);
        requireSound(config);
        Exposure.of(config).warn();
        try {
            Naming naming = new Naming(config, config.nodeId());
            String guest = config.guestName();
            if (guest == null) {
                NodeMemory memory = memory(list, config, naming);
                return open(partsOrClose(memory, list, config), config, wrap, memory, inBackground);
            }
            RosterReport told = list == null ? naming.told() : follows(list, config) ? naming.present() : null;
            NodeBuilder parts = told == null ? Objects.requireNonNull(list) : NodeBuilder.following(config, told);
            return openGuest(parts, config, guest, wrap, inBackground);
        } catch (TransportException | StoreFailedException failure) {
            throw joinFailed(config.nodeId(), config, failure);
        }
    }

    private static void requireSound(LocksConfig config) {
        ConfigFaults faults = new ConfigFaults(config.faults());
        faults.check(() -> Exposure.of(config).require());
        faults.throwIfAny();
    }

    /** A guest with a list takes the roster of the cluster, if it can have one, and is not told to insist on quorums of its own. */
    private static boolean follows(NodeBuilder parts, LocksConfig config) {
        return parts.firstConfiguration() != null && config.quorums() == null;
    }

    private static NodeBuilder partsOrClose(NodeMemory memory, @Nullable NodeBuilder list, LocksConfig config) {
        try {
            return parts(list, config, memory.roster());
        } catch (RuntimeException refusal) {
            memory.close();
            throw refusal;
        }
    }

    /** The roster on the disk takes precedence over the list; in the first roster they must be the same. */
    private static NodeBuilder parts(@Nullable NodeBuilder list, LocksConfig config, @Nullable RosterState kept) {
        Configuration listed = list == null ? null : list.firstConfiguration();
        if (list != null && (kept == null || kept.configuration().equals(listed))) {
            return list;
        }
        Configuration present = Objects.requireNonNull(kept).configuration();
        if (list != null && listed == null) {
            throw new TransportException(
                    "the data directory " + config.dataDirectory() + " has a roster that can change,"
                            + " and nodes of the protocol " + config.protocol()
                            + " or with such a list of quorums have none: give this"
                            + " node a data directory of its own");
        }
        if (listed != null && present.number() == 0) {
            throw new TransportException("the configuration says " + Naming.inWords(listed.latest())
                    + ", and the data directory " + config.dataDirectory() + " says " + Naming.inWords(present.latest())
                    + ". Start with what the directory says, and change it while the cluster runs: quorate roster. To begin a new"
                    + " cluster, stop all members, and give each an empty data directory");
        }
        if (listed != null && !Naming.inWords(listed.latest()).equals(Naming.inWords(present.latest()))) {
            LOG.say(LogEvent.LIST_IS_OLD, config.nodeId(), present.latest().epoch(), Naming.inWords(present.latest()));
        }
        return NodeBuilder.following(config, present, kept.floor());
    }

    private static JoinFailedException joinFailed(String nodeId, LocksConfig config, RuntimeException failure) {
        return new JoinFailedException(
                "Node " + nodeId + " could not join the cluster " + config.cluster() + ": " + failure.getMessage(),
                failure);
    }

    /** Starts a node that needs more than a roster, in the same way; its library says how. */
    public static ClusterNode open(LocksConfig config, PartGuide guide, UnaryOperator<Transport> wrap, boolean unsafe) {
        NodeBuilder.requireSafe(guide.protocol(), unsafe);
        NodeBuilder.warnOf(guide.protocol());
        Exposure exposure = Exposure.of(config, guide.addresses());
        exposure.require();
        exposure.warn();
        try {
            RunningNode node = start(config, guide, wrap);
            guide.enter();
            return new ClusterNode(guide.protocol(), guide.placement(), node);
        } catch (TransportException | StoreFailedException failure) {
            throw joinFailed(guide.idInWords(), config, failure);
        }
    }

    private static RunningNode start(LocksConfig config, PartGuide guide, UnaryOperator<Transport> wrap) {
        NodeId self = guide.chooseNumber();
        NodeMemory memory = memory(config, self.toString());
        try {
            PartStart part = guide.newPartStart();
            Transport transport = guide.newTransport(memory.incarnation(), linkSettings(config, guide.protocol()));
            RunningNode node = NodeBuilder.buildWithPart(config, guide, self, memory, part, wrap.apply(transport));
            node.open();
            return node;
        } catch (RuntimeException failure) {
            memory.close();
            throw failure;
        }
    }

    /** The id of the node that has used the data directory of this configuration before; null if none has. */
    public static @Nullable String keptId(LocksConfig config) {
        Path directory = config.dataDirectory();
        return directory == null ? null : DataDirectory.keptId(directory);
    }

    /** The cluster settings, which must be alike at all nodes: the protocol, the quorums and the lease. */
    public static String clusterSettings(LocksConfig config, Protocol<?> protocol, Placement placement) {
        return NodeBuilder.clusterSettings(
                protocol, placement, protocol.traits().isLeased() ? LeaseTerms.of(config.lease()) : null);
    }

    static NodeMemory memory(LocksConfig config, String nodeId) {
        return memory(config, nodeId, key -> null);
    }

    private static NodeMemory memory(LocksConfig config, String nodeId, DataDirectory.FirstRoster first) {
        Path directory = config.dataDirectory();
        LeaseTerms lease = LeaseTerms.of(config.lease());
        if (directory == null) {
            return NodeMemory.byTheClock(NanoClock.SYSTEM, lease);
        }
        long height = NodeMemory.heightByTheClock(NanoClock.SYSTEM, lease);
        return DataDirectory.begin(directory, config.cluster(), nodeId, height, first);
    }

    /** The memory of a member whose roster may change. Waits until a roster names the node, if its directory has none that does. */
    private static NodeMemory memory(@Nullable NodeBuilder parts, LocksConfig config, Naming naming) {
        Configuration list = parts == null ? null : parts.firstConfiguration();
        Path directory = config.dataDirectory();
        if (directory == null || (parts != null && list == null)) {
            return memory(config, config.nodeId());
        }
        NodeMemory memory = memory(config, config.nodeId(), key -> naming.first(key, list));
        try {
            return naming.await(memory);
        } catch (RuntimeException failure) {
            memory.close();
            throw failure;
        }
    }

    /** A member, with what is known of earlier starts. */
    static ClusterNode open(
            NodeBuilder parts,
            LocksConfig config,
            UnaryOperator<Transport> wrap,
            NodeMemory memory,
            boolean inBackground) {
        try {
            parts.warn();
            RosterState state = parts.rosterState(memory);
            Membership membership = parts.membership(state);
            Member named = state == null ? null : Naming.numberOf(config.nodeId(), state);
            NodeId self = named == null ? membership.node(config.nodeId()) : named.node();
            LinkSettings usual = linkSettings(config, parts.protocol());
            LinkSettings links = inBackground ? usual.withoutWaiting() : usual;
            Transport transport = new TcpTransport(
                    membership,
                    self,
                    config.nodeId(),
                    memory.incarnation(),
                    parts.clusterSettings(),
                    state == null ? "" : state.key(),
                    links);
            RunningNode node = parts.build(self, memory, wrap.apply(transport));
            return opened(parts, config, node, inBackground);
        } catch (RuntimeException failure) {
            memory.close();
            throw failure;
        }
    }

    private static ClusterNode opened(NodeBuilder parts, LocksConfig config, RunningNode node, boolean inBackground) {
        if (inBackground) {
            node.joinInBackground();
        }
        node.open();
        Membership membership = node.names.membership();
        if (membership != null && membership.configuration() != null) {
            RosterSeeker.start(node, config);
        }
        return new ClusterNode(parts.protocol(), parts.placement(), node);
    }

    private static ClusterNode openGuest(
            NodeBuilder parts, LocksConfig config, String name, UnaryOperator<Transport> wrap, boolean inBackground) {
        SecureRandom random = new SecureRandom();
        for (int attempt = 1; ; attempt++) {
            NodeId self = NodeId.of(NodeId.GUESTS_FROM + random.nextInt(NodeId.INDEX_MAX + 1 - NodeId.GUESTS_FROM));
            NodeMemory memory = NodeMemory.first(random.nextInt() & Integer.MAX_VALUE);
            Transport transport = new TcpTransport(
                    parts.membership(parts.rosterState(memory)),
                    self,
                    name,
                    memory.incarnation(),
                    parts.clusterSettings(),
                    "",
                    linkSettings(config, parts.protocol()));
            RunningNode node = parts.buildGuest(self, name, memory, wrap.apply(transport));
            try {
                return opened(parts, config, node, inBackground);
            } catch (IdTakenException taken) {
                if (attempt == GUEST_ATTEMPTS_MAX) {
                    throw taken;
                }
            }
        }
    }

    private static LinkSettings linkSettings(LocksConfig config, Protocol<?> protocol) {
        Duration silence = config.suspectAfter();
        LinkSettings settings = LinkSettings.usual().withTimes(silence.dividedBy(BEATS_OF_SILENCE), silence);
        if (protocol.traits().isLeased()) {
            settings = settings.withClocks(PeerClock.windowFor(config.lease()), LeaseTerms.DRIFT_USUAL);
        }
        TlsMaterial tls = config.tls();
        if (tls != null) {
            settings = settings.withTls(tls).withRoles(new Roles(name -> isMember(config, name), config.roles()));
        }
        if (config.isInsecure()) {
            settings = settings.withoutSecurity();
        }
        LocksConfig.Member listen = config.listenAddress();
        return listen == null ? settings : settings.listeningAt(listen.host(), listen.port());
    }

    /** Whether a node is called so: listed, or where there is no list, numbered. */
    private static boolean isMember(LocksConfig config, String name) {
        return config.members().isEmpty()
                ? name.matches("n[1-9][0-9]{0,6}")
                : config.members().stream().anyMatch(member -> member.id().equals(name));
    }

    /** The members of the configuration, as the transport knows them. */
    public static Roster roster(LocksConfig config) {
        try {
            return NodeBuilder.roster(config.validate());
        } catch (TransportException unsound) {
            throw new IllegalArgumentException("Invalid configuration of the node: " + unsound.getMessage(), unsound);
        }
    }

    /** Returns when enough nodes are there, and grant, to decide about locks; else closes this one and throws. */
    public void awaitQuorum() {
        node.awaitQuorum();
        node.awaitVotes();
    }

    public Locks locks() {
        return locks;
    }

    /** Not of a node that has none. */
    public Roster roster() {
        return membership().latest();
    }

    private Membership membership() {
        return Objects.requireNonNull(node.names.membership(), "this node has no roster");
    }

    public String cluster() {
        return node.names.cluster();
    }

    public Protocol<?> protocol() {
        return protocol;
    }

    public QuorumSystem quorums() {
        return placement.system();
    }

    /** How many nodes this node asks for a lock, itself too, while the roster is as at its start; 0 if it has no vote. */
    public int nodesAsked() {
        QuorumSystem system = placement.system();
        return system.voters().contains(node.self) ? system.quorumOf(node.self).size() : 0;
    }

    /** The name of the quorums for people: a list of many is cut, and told from others by its digest. */
    public String quorumsInBrief() {
        return NodeBuilder.brief(placement.system().name());
    }

    /** The health of this node: its present abilities. */
    public Health health() {
        return locks.health();
    }

    /** Whether enough nodes seem to be there to decide about locks. */
    public boolean isQuorate() {
        return node.failure() == null && node.availability.isAvailable();
    }

    /** Why this node has ended by itself; null if it has not. */
    public @Nullable String failure() {
        return node.failure();
    }

    /**
     * For which part of all locks, 0 to 1, enough nodes seem to be there. With quorums other than majorities each lock has its
     * own voters, so some locks may be available while others are not.
     */
    public double partOfLocks() {
        return node.failure() == null ? node.availability.partOfLocks() : 0;
    }

    /** The ids of the nodes that do not seem to be there. */
    public List<String> missing() {
        NodeSet suspected = node.failure() == null
                ? node.availability.suspected()
                : membership().nodes().without(node.self);
        List<String> ids = new ArrayList<>();
        for (int index = suspected.next(0); index >= 0; index = suspected.next(index + 1)) {
            ids.add(node.names.of(NodeId.of(index)));
        }
        return ids;
    }

    public NodeCounters counters() {
        return node.counters();
    }

    /** Leaves the cluster when the JVM shuts down, unless the locks are closed before or the configuration says otherwise. */
    public void closeWithProcess(LocksConfig config) {
        if (config.shutdownHook()) {
            ShutdownHook.install(node, locks, config.shutdownGrace());
        }
    }

    /** Ends without a word, as if the process were killed: for trials. */
    void crash() {
        node.crash();
    }

    @Override
    public void close() {
        node.close();
    }
}
