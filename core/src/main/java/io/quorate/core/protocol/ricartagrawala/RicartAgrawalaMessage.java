package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;

/**
 * The messages of the report. A stamp is what the report writes as sequence number and node number; in the report a REPLY
 * carries nothing, here it quotes the request that it answers (E-R8).
 */
public sealed interface RicartAgrawalaMessage extends Message
        permits RicartAgrawalaMessage.Request, RicartAgrawalaMessage.Reply, MediaMessage, PracticeMessage {
    void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out);

    /** Who understands the messages. */
    interface Handler extends MediaHandler {
        void onRequest(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out);

        /** Section 7. */
        default void onPractice(PracticeMessage message, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            onForeign();
        }
    }

    /** REQUEST(k, j): section 2.1; with what the lock is wanted for (section 6.6), and how often that was asked before. */
    record Request(Stamp stamp, Mode mode, int attempt) implements RicartAgrawalaMessage {
        Request(Stamp stamp, Mode mode) {
            this(stamp, mode, 0);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp + (mode == Mode.SHARED ? " shared" : "") + again(attempt);
        }
    }

    /** REPLY: section 2.1; to this attempt of the request with this stamp. */
    record Reply(Stamp stamp, int attempt) implements RicartAgrawalaMessage {
        public Reply(Stamp stamp) {
            this(stamp, 0);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onReply(this, from, out);
        }

        @Override
        public String toString() {
            return "Reply " + stamp + again(attempt);
        }
    }

    private static String again(int attempt) {
        return attempt == 0 ? "" : " again #" + attempt;
    }
}
