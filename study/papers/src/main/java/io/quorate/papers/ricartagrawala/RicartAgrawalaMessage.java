// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.Message;
import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Messages;

/**
 * The messages of the report. A stamp is what the report writes as sequence number and node number; in the report a REPLY
 * carries nothing, here it quotes the request that it answers (E-R8).
 */
public sealed interface RicartAgrawalaMessage extends Message
        permits RicartAgrawalaMessage.Request, RicartAgrawalaMessage.Reply, MediaMessage, PracticeMessage {
    /** As bytes: the code, then the stamp, and the attempt unless it is the first. */
    Messages<RicartAgrawalaMessage> TABLE = Messages.<RicartAgrawalaMessage>of(
                    "message of Ricart and Agrawala's algorithm")
            .message(Request.class, Request::read, 0, 1, 3, 4)
            .write((m, to) -> write(m.mode == Mode.SHARED ? 1 : 0, m.stamp, m.attempt, to))
            .message(Reply.class, (in, code) -> new Reply(in.readStamp(), readAttempt(in, code)), 2, 5)
            .write((m, to) -> write(2, m.stamp, m.attempt, to))
            .behind(6, MediaMessage.TABLE)
            .behind(7, PracticeMessage.TABLE);

    /** REQUEST(k, j): section 2.1; with what the lock is wanted for (section 6.6), and how often that was asked before. */
    record Request(Stamp stamp, Mode mode, int attempt) implements RicartAgrawalaMessage {
        private static Request read(ByteSource in, int code) {
            return new Request(in.readStamp(), Mode.sharedIf(code % 3 == 1), readAttempt(in, code));
        }

        public Request(Stamp stamp, Mode mode) {
            this(stamp, mode, 0);
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
        public String toString() {
            return "Reply " + stamp + again(attempt);
        }
    }

    /** Codes from 3 on are those of further attempts. */
    private static int readAttempt(ByteSource in, int code) {
        return code < 3 ? 0 : in.readInt();
    }

    private static void write(int code, Stamp stamp, int attempt, ByteSink to) {
        if (attempt == 0) {
            to.writeByte(code).writeStamp(stamp);
        } else {
            to.writeByte(code + 3).writeStamp(stamp).writeInt(attempt);
        }
    }

    private static String again(int attempt) {
        return attempt == 0 ? "" : " again #" + attempt;
    }
}
