// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

/** Writes the messages of one protocol as bytes, and reads them back equal. The first byte of a message is its code. */
public interface Codec<M> {
    /** A message with this code or a higher one may be skipped by a node that does not know it; one with a lower code must be understood. */
    int OPTIONAL_CODE = 128;

    void write(M message, ByteSink sink);

    /** Throws {@link MalformedFrameException} if the bytes are no message. */
    M read(ByteSource source);

    /** Whether a message of this protocol has this code. */
    default boolean isKnown(int code) {
        return true;
    }
}
