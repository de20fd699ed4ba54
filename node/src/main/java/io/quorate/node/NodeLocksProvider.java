package io.quorate.node;

import io.quorate.api.JoinFailedException;
import io.quorate.api.LockCluster;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.LocksProvider;
import io.quorate.core.model.NodeId;
import io.quorate.node.net.JGroupsTransport;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import java.time.Duration;

/** Runs nodes inside the application's own process. */
public final class NodeLocksProvider implements LocksProvider {
    /** So many signs of life in a row must be missing before a node is suspected. */
    private static final int BEATS_OF_SILENCE = 6;

    @Override
    public Locks join(LocksConfig config) {
        Roster roster = roster(config);
        NodeBuilder builder = NodeBuilder.of(roster, config.protocol(), config.quorums(), NodeSettings.of(config));
        builder.warn();
        NodeId self = roster.node(config.nodeId());
        int incarnation = Incarnations.next();
        try {
            Transport transport =
                    new JGroupsTransport(roster, self, incarnation, builder.agreement(), linkSettings(config));
            RunningNode node = builder.build(self, incarnation, transport);
            node.open();
            node.awaitQuorum();
            return new EmbeddedLocks(node);
        } catch (TransportException failure) {
            throw new JoinFailedException(
                    "Node " + config.nodeId() + " could not join the cluster " + config.cluster() + ": "
                            + failure.getMessage(),
                    failure);
        }
    }

    private static Roster roster(LocksConfig config) {
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

    private static LinkSettings linkSettings(LocksConfig config) {
        Duration silence = config.suspectAfter();
        LinkSettings settings = LinkSettings.usual().withTimes(silence.dividedBy(BEATS_OF_SILENCE), silence);
        LocksConfig.Member listen = config.listenAddress();
        return listen == null ? settings : settings.listeningAt(listen.host(), listen.port());
    }

    @Override
    public LockCluster inMemory(int nodes) {
        LocksConfig usual = LocksConfig.of("a=localhost:1");
        return new InMemoryCluster(
                NodeBuilder.of(InMemoryCluster.roster(nodes), usual.protocol(), null, NodeSettings.of(usual)));
    }
}
