// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.api.text.Printable;
import io.quorate.core.wire.MalformedFrameException;
import java.nio.charset.StandardCharsets;

/** Why a node does not talk with another, in words. */
public record Refusal(Reason reason, String text) {
    private static final int TEXT_LENGTH_MAX = 8 * 1024;

    /** The kind of refusal. */
    public enum Reason {
        /** Another cluster, roster, protocol or release: nothing changes until somebody changes it. */
        DOES_NOT_FIT(0),
        /** Another process with that id is talking with us. */
        ID_IS_TAKEN(1),
        /** Both called each other at the same moment, and the other call goes on. */
        OTHER_CALL_GOES_ON(2),
        /** It has had more connections lately than any sound node needs; later it may have another. */
        TOO_OFTEN(3),
        /** The connection was idle: it ends, and is made again when it is needed. */
        NOT_NEEDED(4),
        /** The member has a live connection, and nothing proves that the caller is that member. */
        NOT_PROVEN(5),
        /** Another process with that id talks with other members: both must end. */
        TWIN(6);

        /** The first byte on the wire, and the place in the list of reasons. */
        private final int code;

        Reason(int code) {
            this.code = code;
        }
    }

    /** To one that says it is the very node that it has called. */
    public static Refusal ownIdTaken(Hello mine) {
        return new Refusal(
                Reason.ID_IS_TAKEN,
                "a node with id \"" + mine.memberId()
                        + "\" is already running, and was called: stop it, or start this one with another id");
    }

    public byte[] toBytes() {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[1 + Math.min(utf8.length, TEXT_LENGTH_MAX)];
        bytes[0] = (byte) reason.code;
        System.arraycopy(utf8, 0, bytes, 1, bytes.length - 1);
        return bytes;
    }

    public static Refusal read(byte[] bytes) {
        Reason[] reasons = Reason.values();
        if (bytes.length == 0 || bytes.length > 1 + TEXT_LENGTH_MAX || (bytes[0] & 0xFF) >= reasons.length) {
            throw new MalformedFrameException("a refusal without a reason");
        }
        String text = new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
        return new Refusal(reasons[bytes[0]], Printable.of(text)); // it goes into our log
    }
}
