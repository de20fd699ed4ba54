// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.naimitrehel;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Messages;

/** The two messages of the paper. */
public sealed interface NaimiTrehelMessage extends Message {
    /** As bytes: the code; behind that of a Request, who asks. */
    Messages<NaimiTrehelMessage> TABLE = Messages.<NaimiTrehelMessage>of("message of Naimi and Trehel's algorithm")
            .message(0, Request.class, in -> new Request(in.readNode()), (m, to) -> to.writeNode(m.asker))
            .message(1, Token.class, in -> new Token(), (m, to) -> {});

    /** REQUEST(k), to a father: the asker wants the token; other nodes may have forwarded this. */
    record Request(NodeId asker) implements NaimiTrehelMessage {
        @Override
        public String toString() {
            return "Request " + asker;
        }
    }

    /** TOKEN: you have it now. */
    record Token() implements NaimiTrehelMessage {
        @Override
        public String toString() {
            return "Token";
        }
    }
}
