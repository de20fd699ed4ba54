package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/** The contract over real sockets. What only sockets can do wrong is in {@link JGroupsFaultsTest}. */
class JGroupsTransportTest extends TransportContract {
    private @Nullable Roster roster;

    @Override
    Transport newTransport(NodeId self, int incarnation) throws Exception {
        if (roster == null) {
            roster = FreePorts.roster("contract", 3);
        }
        return new JGroupsTransport(roster, self, incarnation, "quorum-lock");
    }
}
