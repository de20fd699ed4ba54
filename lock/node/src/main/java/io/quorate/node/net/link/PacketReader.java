// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into packets, however the bytes arrive. Used by one thread at a time. */
public final class PacketReader {
    private static final int UNKNOWN = -1;

    private final Packet packet = new Packet();
    private int announced = UNKNOWN;
    private int prefix;

    /** Bytes so far of the prefix, and then of what it announces. */
    private int have;

    /** Takes bytes up to the end of a packet. Gives the packet, valid until the next call; null if more bytes must come. */
    public @Nullable Packet next(ByteBuffer bytes) {
        if (announced == UNKNOWN && !readPrefix(bytes)) {
            return null;
        }
        int count = Math.min(bytes.remaining(), announced - have);
        bytes.get(packet.bytes(), Packet.PREFIX_LENGTH + have, count);
        have += count;
        if (have < announced) {
            return null;
        }
        announced = UNKNOWN;
        have = 0;
        packet.check();
        return packet;
    }

    private boolean readPrefix(ByteBuffer bytes) {
        while (have < Packet.PREFIX_LENGTH && bytes.hasRemaining()) {
            prefix = (prefix << Byte.SIZE) | (bytes.get() & 0xFF);
            have++;
        }
        if (have < Packet.PREFIX_LENGTH) {
            return false;
        }
        packet.bufferFor(prefix);
        announced = prefix;
        have = 0;
        return true;
    }
}
