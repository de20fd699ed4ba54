// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.api.TlsContext;
import io.quorate.api.TlsMaterial;
import io.quorate.core.model.NodeId;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.tcp.TcpTransport;
import org.jspecify.annotations.Nullable;

/** The contract over TLS. What only TLS can do wrong is in {@link TlsFaultsTest}. */
class TlsTransportTest extends TransportContract {
    private @Nullable Roster roster;

    @Override
    public Transport newTransport(NodeId self, long incarnation) throws Exception {
        if (roster == null) {
            roster = FreePorts.roster("contract", 3);
        }
        String id = roster.member(self).id();
        TlsMaterial eachKind = switch (self.index()) {
            case 0 -> TestCertificates.storeOf(id);
            case 1 -> TestCertificates.of(id);
            default -> new TlsContext(TestCertificates.contextOf(id));
        };
        LinkSettings settings = LinkSettings.usual().withTls(eachKind);
        return new TcpTransport(roster, self, incarnation, "quorum-lock", settings);
    }
}
