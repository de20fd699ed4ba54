package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** The contract over a JGroups channel of our own. */
@Tag("long")
class JChannelTransportTest extends TransportContract {
    private @Nullable Roster roster;

    @Override
    Transport newTransport(NodeId self, int incarnation) throws Exception {
        if (roster == null) {
            roster = FreePorts.roster("contract", 3);
        }
        return new JChannelTransport(roster, self, incarnation, "quorum-lock", LinkSettings.usual());
    }
}
