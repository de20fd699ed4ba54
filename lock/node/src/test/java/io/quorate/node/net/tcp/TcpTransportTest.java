// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TcpFaultsTest;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportContract;
import org.jspecify.annotations.Nullable;

/** The contract over real sockets. What only sockets can do wrong is in {@link TcpFaultsTest}. */
class TcpTransportTest extends TransportContract {
    private @Nullable Roster roster;

    @Override
    public Transport newTransport(NodeId self, long incarnation) throws Exception {
        if (roster == null) {
            roster = FreePorts.roster("contract", 3);
        }
        return new TcpTransport(roster, self, incarnation, "quorum-lock", LinkSettings.usual());
    }
}
