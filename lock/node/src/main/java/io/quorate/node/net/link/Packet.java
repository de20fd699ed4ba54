// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.wire.Frame;
import io.quorate.core.wire.MalformedFrameException;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * One message of the link protocol: four bytes for the length of the rest, a byte for the kind, eight for the number of the last
 * frame so far, eight for the bytes received from the other side, four for a checksum, then the content. One object is a buffer
 * that one thread at a time uses again and again.
 */
public final class Packet {
    /** The bytes that announce the length of what follows them. */
    public static final int PREFIX_LENGTH = Integer.BYTES;

    /** Where the content begins. */
    public static final int CONTENT_OFFSET = 25;

    /** Minimum length that a packet announces. */
    static final int ANNOUNCED_MIN = CONTENT_OFFSET - PREFIX_LENGTH;

    /** Maximum length that a packet announces: a longer one is cut off before anything is allocated. */
    public static final int ANNOUNCED_MAX = ANNOUNCED_MIN + Frame.LENGTH_MAX;

    private static final int NUMBER_OFFSET = 5;
    private static final int RECEIVED_OFFSET = 13;
    private static final int CHECKSUM_OFFSET = 21;
    private static final int FIRST_CAPACITY = 1024;

    /** Packets with this code or a higher one may be skipped by a node that does not know them. */
    static final int OPTIONAL_CODE = 128;

    /** Of a beat that carries no time. */
    static final long NO_TIME = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The kind of a packet. */
    public enum Kind {
        /** The sender's identity; the first packet of either side. */
        HELLO(0),
        /** I do not talk with you, and why; the last packet. */
        REFUSED(1),
        /** A frame. */
        FRAME(2),
        /** I am here, and this is how far I am. */
        BEAT(3),
        /** The sender's identity, as a client that only asks; the first packet of an admin client. */
        ADMIN(4),
        /** From which process of each member I hear; with the beat, to members only. */
        STARTS(5),
        /** A packet of a newer release that this one need not understand: any code from {@link Packet#OPTIONAL_CODE} on. */
        OPTIONAL(Packet.OPTIONAL_CODE);

        /** The first byte on the wire; below {@link Packet#OPTIONAL_CODE} also the place in the list of kinds. */
        public final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /** Those that every node of this release must understand, by their codes. */
    private static final Kind[] KINDS = Arrays.stream(Kind.values())
            .filter(kind -> kind.code < OPTIONAL_CODE)
            .toArray(Kind[]::new);

    private final CRC32C checksum = new CRC32C();
    private byte[] bytes = new byte[FIRST_CAPACITY];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int length;

    /** Where to put the bytes of a packet that announces this length, behind its prefix; {@link #check} follows. */
    byte[] bufferFor(int announced) {
        if (announced < ANNOUNCED_MIN || announced > ANNOUNCED_MAX) {
            throw new MalformedFrameException(
                    "a packet of " + announced + " bytes; valid are " + ANNOUNCED_MIN + " to " + ANNOUNCED_MAX);
        }
        int whole = PREFIX_LENGTH + announced;
        if (bytes.length < whole) {
            bytes = new byte[Math.min(PREFIX_LENGTH + ANNOUNCED_MAX, Math.max(whole, bytes.length * 2))];
            view = ByteBuffer.wrap(bytes);
        }
        length = whole;
        return bytes;
    }

    /** A beat, with the time by the clock of this node. */
    void writeBeat(long number, long received, byte[] time, long now) {
        LONG.set(time, 0, now);
        write(Kind.BEAT, number, received, time, time.length);
    }

    public void write(Kind kind, long number, long received, byte[] content, int contentLength) {
        int announced = ANNOUNCED_MIN + contentLength;
        byte[] buffer = bufferFor(announced);
        INT.set(buffer, 0, announced);
        buffer[PREFIX_LENGTH] = (byte) kind.code;
        LONG.set(buffer, NUMBER_OFFSET, number);
        LONG.set(buffer, RECEIVED_OFFSET, received);
        System.arraycopy(content, 0, buffer, CONTENT_OFFSET, contentLength);
        INT.set(buffer, CHECKSUM_OFFSET, computeChecksum());
    }

    /** Reads the next packet of a stream, waiting for it; a {@link MalformedFrameException} if it is none. */
    public void read(DataInputStream in) throws IOException {
        int announced = in.readInt();
        in.readFully(bufferFor(announced), PREFIX_LENGTH, announced);
        check();
    }

    /** Throws {@link MalformedFrameException} unless the bytes are a packet. */
    void check() {
        int code = bytes[PREFIX_LENGTH] & 0xFF;
        if (code < OPTIONAL_CODE && code >= KINDS.length) {
            throw new MalformedFrameException("there is no packet of kind " + code);
        }
        if ((int) INT.get(bytes, CHECKSUM_OFFSET) != computeChecksum()) {
            throw new MalformedFrameException("the checksum of a packet is wrong");
        }
    }

    private int computeChecksum() {
        checksum.reset();
        checksum.update(bytes, PREFIX_LENGTH, CHECKSUM_OFFSET - PREFIX_LENGTH);
        checksum.update(bytes, CONTENT_OFFSET, length - CONTENT_OFFSET);
        return (int) checksum.getValue();
    }

    public Kind kind() {
        int code = bytes[PREFIX_LENGTH];
        return code < 0 ? Kind.OPTIONAL : KINDS[code]; // as a signed byte, an optional code is negative
    }

    /** The time that a beat carries; -1 if it carries none. */
    long sentAt() {
        boolean hasTime = kind() == Kind.BEAT && contentLength() >= Long.BYTES;
        return hasTime ? (long) LONG.get(bytes, CONTENT_OFFSET) : NO_TIME;
    }

    long number() {
        return (long) LONG.get(bytes, NUMBER_OFFSET);
    }

    long received() {
        return (long) LONG.get(bytes, RECEIVED_OFFSET);
    }

    /** The whole packet with its prefix; its content begins at {@link #CONTENT_OFFSET}. */
    public byte[] bytes() {
        return bytes;
    }

    /** Of the whole packet, with its prefix. */
    public int length() {
        return length;
    }

    /** The whole packet with its prefix, ready to be written; valid until the next call. */
    public ByteBuffer view() {
        return view.limit(length).position(0);
    }

    int contentLength() {
        return length - CONTENT_OFFSET;
    }

    public byte[] content() {
        return Arrays.copyOfRange(bytes, CONTENT_OFFSET, length);
    }
}
