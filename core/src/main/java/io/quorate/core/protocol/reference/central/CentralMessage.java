package io.quorate.core.protocol.reference.central;

import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;

/** Three messages: ask, get, give back. */
public sealed interface CentralMessage extends Message {
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
