package io.quorate.node;

import io.quorate.api.LockCluster;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.LocksProvider;
import io.quorate.core.model.NodeId;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import java.util.List;

/** Runs nodes inside the application's own process. */
public final class NodeLocksProvider implements LocksProvider {
    @Override
    public Locks join(LocksConfig config) {
        List<Roster.Member> members = config.members().stream()
                .map(member -> new Roster.Member(member.id(), member.host(), member.port()))
                .toList();
        Roster roster = new Roster(config.cluster(), members);
        NodeId self = roster.node(config.nodeId());
        NodeBuilder builder = NodeBuilder.of(roster, config.protocol(), config.quorums(), NodeSettings.of(config));
        builder.warn();
        RunningNode node = builder.build(self, transport(roster, self));
        node.open();
        node.awaitQuorum();
        return new EmbeddedLocks(node);
    }

    private static Transport transport(Roster roster, NodeId self) {
        throw new UnsupportedOperationException("joining over the network comes with the next step: " + roster + self);
    }

    @Override
    public LockCluster inMemory(int nodes) {
        LocksConfig usual = LocksConfig.of("a=localhost:1");
        return new InMemoryCluster(
                NodeBuilder.of(InMemoryCluster.roster(nodes), usual.protocol(), null, NodeSettings.of(usual)));
    }
}
