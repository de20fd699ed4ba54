package io.quorate.core.protocol.reference.suzukikasami;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;
import java.util.List;
import java.util.StringJoiner;

/** The two messages of the paper. */
public sealed interface SuzukiKasamiMessage extends Message {
    void deliverTo(Handler handler, NodeId from, Outbox<SuzukiKasamiMessage> out);

    /** Who understands the messages. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<SuzukiKasamiMessage> out);

        void onPrivilege(Privilege privilege, NodeId from, Outbox<SuzukiKasamiMessage> out);
    }

    /** REQUEST(j, n): the sender, j, asks for the n-th time. */
    record Request(long number) implements SuzukiKasamiMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<SuzukiKasamiMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + number;
        }
    }

    /**
     * PRIVILEGE(Q, LN): the token.
     *
     * @param passes Departure: how often it was passed on, so that a token that was taken already is recognised
     * @param served LN: the number of the request of each node that was served last
     * @param queue Q: who gets it next, in this order
     */
    record Privilege(long passes, Numbers served, List<NodeId> queue) implements SuzukiKasamiMessage {
        public Privilege {
            queue = List.copyOf(queue);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<SuzukiKasamiMessage> out) {
            handler.onPrivilege(this, from, out);
        }

        @Override
        public String toString() {
            StringJoiner waiting = new StringJoiner(",");
            queue.forEach(node -> waiting.add(node.toString()));
            return "Privilege " + passes
                    + (served.isZero() ? "" : " LN " + served)
                    + (queue.isEmpty() ? "" : " Q " + waiting);
        }
    }
}
