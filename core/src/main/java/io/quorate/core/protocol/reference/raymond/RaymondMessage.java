package io.quorate.core.protocol.reference.raymond;

import io.quorate.core.protocol.Message;

/** The two messages of the paper, both between neighbours in the tree and without content. */
public sealed interface RaymondMessage extends Message {
    /** REQUEST, towards the privilege: I, or somebody behind me, want it. */
    record Request() implements RaymondMessage {
        @Override
        public String toString() {
            return "Request";
        }
    }

    /** PRIVILEGE: you have it now. */
    record Privilege() implements RaymondMessage {
        @Override
        public String toString() {
            return "Privilege";
        }
    }
}
