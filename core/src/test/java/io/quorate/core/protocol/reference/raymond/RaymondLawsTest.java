package io.quorate.core.protocol.reference.raymond;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LyingPeersLaws;
import io.quorate.core.protocol.Protocol;
import java.util.List;

class RaymondLawsTest extends LyingPeersLaws<RaymondMessage> {
    @Override
    protected Protocol<RaymondMessage> protocol() {
        return new Raymond();
    }

    @Override
    protected List<RaymondMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return List.of(new RaymondMessage.Request(), new RaymondMessage.Privilege());
    }

    /** Who has the token says so, and nobody can tell whether that is true. */
    @Override
    protected boolean restsOnEachMemberAlone() {
        return false;
    }
}
