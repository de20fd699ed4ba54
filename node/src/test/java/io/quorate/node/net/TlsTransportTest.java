package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.node.certs.TestCertificates;
import org.jspecify.annotations.Nullable;

/** The contract over TLS. What only TLS can do wrong is in {@link TlsFaultsTest}. */
class TlsTransportTest extends TransportContract {
    private @Nullable Roster roster;

    @Override
    Transport newTransport(NodeId self, int incarnation) throws Exception {
        if (roster == null) {
            roster = FreePorts.roster("contract", 3);
        }
        String id = roster.member(self).id();
        LinkSettings settings = LinkSettings.usual()
                .withTls(
                        self.index() == 0
                                ? TestCertificates.storeOf(id)
                                : TestCertificates.of(id)); // both kinds of files
        return new JGroupsTransport(roster, self, incarnation, "quorum-lock", settings);
    }
}
