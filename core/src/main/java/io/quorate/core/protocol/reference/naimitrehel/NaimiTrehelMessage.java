package io.quorate.core.protocol.reference.naimitrehel;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Message;

/** The two messages of the paper. */
public sealed interface NaimiTrehelMessage extends Message {
    /** REQUEST(k), to a father: the asker wants the token, whoever has handed this on. */
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
