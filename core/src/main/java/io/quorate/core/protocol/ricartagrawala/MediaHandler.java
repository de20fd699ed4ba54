package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.Deferred;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.MediumReply;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.MediumRequest;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.ReplyList;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.RingRequest;

/** Who understands the messages of sections 6.1 to 6.3; each modification has some of them, and the others are not for it. */
interface MediaHandler {
    /** A message has come that nobody sends who uses the same modifications. */
    void onForeign();

    default void onDeferred(Deferred deferred, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        onForeign();
    }

    default void onReplyList(ReplyList replies, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        onForeign();
    }

    default void onMediumRequest(MediumRequest request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        onForeign();
    }

    default void onMediumReply(MediumReply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        onForeign();
    }

    default void onRingRequest(RingRequest request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        onForeign();
    }
}
