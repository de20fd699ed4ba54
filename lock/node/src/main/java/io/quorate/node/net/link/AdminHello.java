// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;

/**
 * The first packet of a client that only asks questions: it has no vote, takes no lock, and is no peer.
 *
 * @param id what the client is called; over TLS its certificate must name it
 * @param who the person and process behind it, as it says itself; for the log
 */
public record AdminHello(String cluster, String id, String who) {
    /** Says that this is one of us at all. */
    private static final int MAGIC = 0x51_52_54_56;

    private static final int VERSION = 1;

    private static final int TEXT_BYTES_MAX = 1024;

    public byte[] toBytes() {
        ByteSink sink = new ByteSink();
        sink.writeFixedInt(MAGIC);
        sink.writeByte(VERSION);
        Hello.writeText(sink, cluster);
        Hello.writeText(sink, id);
        Hello.writeText(sink, who);
        return sink.toByteArray();
    }

    /** Throws {@link MalformedFrameException} if the bytes are none. */
    static AdminHello read(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        if (source.readFixedInt() != MAGIC) {
            throw new MalformedFrameException("this is no hello of an admin client");
        }
        int version = source.readByte();
        if (version != VERSION) {
            throw new MalformedFrameException("an admin client that speaks version " + version + ", not " + VERSION);
        }
        return new AdminHello(readText(source), readText(source), readText(source));
    }

    private static String readText(ByteSource source) {
        return Hello.readText(source, TEXT_BYTES_MAX);
    }

    @Override
    public String toString() {
        return id + " (" + who + ")";
    }
}
