package io.quorate.core.protocol.reference.naimitrehel;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LyingPeersLaws;
import io.quorate.core.protocol.Protocol;
import java.util.List;

class NaimiTrehelLawsTest extends LyingPeersLaws<NaimiTrehelMessage> {
    @Override
    protected Protocol<NaimiTrehelMessage> protocol() {
        return new NaimiTrehel();
    }

    @Override
    protected List<NaimiTrehelMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return List.of(
                new NaimiTrehelMessage.Request(node),
                new NaimiTrehelMessage.Request(stamp.node()),
                new NaimiTrehelMessage.Token());
    }

    /** Who has the token says so, and nobody can tell whether that is true. */
    @Override
    protected boolean restsOnEachMemberAlone() {
        return false;
    }
}
