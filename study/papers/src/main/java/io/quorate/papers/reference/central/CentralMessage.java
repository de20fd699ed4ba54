// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import io.quorate.core.lock.Message;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.Messages;

/** Three messages: ask, get, give back. */
public sealed interface CentralMessage extends Message {
    /** As bytes: the code, then the stamp. */
    Messages<CentralMessage> TABLE = Messages.<CentralMessage>of("message of the central lock")
            .message(0, Request.class, in -> new Request(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(1, Grant.class, in -> new Grant(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(2, Release.class, in -> new Release(in.readStamp()), (m, to) -> to.writeStamp(m.stamp));

    Stamp stamp();

    /** To the centre: I want the lock. */
    record Request(Stamp stamp) implements CentralMessage {
        @Override
        public String toString() {
            return "Request " + stamp;
        }
    }

    /** From the centre: you have it. */
    record Grant(Stamp stamp) implements CentralMessage {
        @Override
        public String toString() {
            return "Grant " + stamp;
        }
    }

    /** To the centre: I do not want it any more, granted or not. */
    record Release(Stamp stamp) implements CentralMessage {
        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }
}
