// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.raymond;

import io.quorate.core.lock.Message;
import io.quorate.core.wire.Messages;

/** The two messages of the paper, both between neighbours in the tree and without content. */
public sealed interface RaymondMessage extends Message {
    /** As bytes: the code, and nothing else. */
    Messages<RaymondMessage> TABLE = Messages.<RaymondMessage>of("message of Raymond's algorithm")
            .message(0, Request.class, in -> new Request(), (m, to) -> {})
            .message(1, Privilege.class, in -> new Privilege(), (m, to) -> {});

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
