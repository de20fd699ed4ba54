package io.quorate.node;

import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.node.net.JChannelTransport;
import io.quorate.node.net.JGroupsTransport;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A node of a cluster in this process, for programs that run and show nodes. Applications take {@link Locks}, which is all
 * that they need.
 */
public final class ClusterNode implements AutoCloseable {
    /** So many signs of life in a row must be missing before a node is suspected. */
    private static final int BEATS_OF_SILENCE = 6;

    private final NodeBuilder parts;
    private final RunningNode node;
    private final EmbeddedLocks locks;

    private ClusterNode(NodeBuilder parts, RunningNode node) {
        this.parts = parts;
        this.node = node;
        this.locks = new EmbeddedLocks(node);
    }

    /**
     * Starts a node, without waiting for others; what it sends and receives goes through the wrapped transport. Throws
     * {@link JoinFailedException} if it cannot even listen, or may not join.
     */
    public static ClusterNode open(LocksConfig config, UnaryOperator<Transport> wrap) {
        Roster roster = roster(config);
        NodeBuilder parts = NodeBuilder.of(roster, config.protocol(), config.quorums(), NodeSettings.of(config));
        parts.warn();
        NodeId self = roster.node(config.nodeId());
        int incarnation = Incarnations.next();
        try {
            LinkSettings links = linkSettings(config);
            Transport transport = switch (config.transport()) {
                case CONNECTIONS -> new JGroupsTransport(roster, self, incarnation, parts.agreement(), links);
                case CHANNEL -> new JChannelTransport(roster, self, incarnation, parts.agreement(), links);
            };
            RunningNode node = parts.build(self, incarnation, wrap.apply(transport));
            node.open();
            return new ClusterNode(parts, node);
        } catch (TransportException failure) {
            throw new JoinFailedException(
                    "Node " + config.nodeId() + " could not join the cluster " + config.cluster() + ": "
                            + failure.getMessage(),
                    failure);
        }
    }

    private static LinkSettings linkSettings(LocksConfig config) {
        Duration silence = config.suspectAfter();
        LinkSettings settings = LinkSettings.usual().withTimes(silence.dividedBy(BEATS_OF_SILENCE), silence);
        TlsFiles tls = config.tls();
        if (tls != null) {
            settings = settings.withTls(tls);
        }
        LocksConfig.Member listen = config.listenAddress();
        return listen == null ? settings : settings.listeningAt(listen.host(), listen.port());
    }

    /** The members of the configuration, as the transport knows them. */
    public static Roster roster(LocksConfig config) {
        try {
            return new Roster(
                    config.cluster(),
                    config.members().stream()
                            .map(member -> new Roster.Member(member.id(), member.host(), member.port()))
                            .toList());
        } catch (TransportException unsound) {
            throw new IllegalArgumentException("The configuration is not sound: " + unsound.getMessage(), unsound);
        }
    }

    /** Returns when enough nodes are there to decide about locks; else closes this one and throws. */
    public void awaitQuorum() {
        node.awaitQuorum();
    }

    public Locks locks() {
        return locks;
    }

    public Roster roster() {
        return parts.roster();
    }

    public Protocol<?> protocol() {
        return parts.protocol();
    }

    public QuorumSystem quorums() {
        return parts.placement().system();
    }

    /** The name of the quorums for people: a list of many is cut, and told from others by its digest. */
    public String quorumsInBrief() {
        return NodeBuilder.brief(parts.placement().system().name());
    }

    /** Whether enough nodes seem to be there to decide about locks. */
    public boolean isQuorate() {
        return node.availability.isAvailable();
    }

    /**
     * For which part of all locks, 0 to 1, enough nodes seem to be there. With quorums other than majorities each lock has its
     * own voters, so some locks may be had while others may not.
     */
    public double partOfLocks() {
        return node.availability.partOfLocks();
    }

    /** The ids of the nodes that do not seem to be there. */
    public List<String> missing() {
        NodeSet suspected = node.availability.suspected();
        List<String> ids = new ArrayList<>();
        for (int index = suspected.next(0); index >= 0; index = suspected.next(index + 1)) {
            ids.add(parts.roster().member(NodeId.of(index)).id());
        }
        return ids;
    }

    public NodeCounters counters() {
        return node.counters();
    }

    @Override
    public void close() {
        node.close();
    }
}
