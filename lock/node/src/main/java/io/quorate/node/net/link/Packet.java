package io.quorate.node.net.link;

import io.quorate.core.wire.Frame;
import io.quorate.core.wire.MalformedFrameException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What two transports say to each other over one connection: a byte for the kind, eight for the number of the last frame so
 * far, eight for how much was received from the other side, four of checksum over all else, then the content. One object
 * is one place to write or read packets, used again and again by one thread at a time.
 */
public final class Packet {
    public static final int HEADER_LENGTH = 21;

    /** No packet is longer: whoever announces more is cut off before anything is allocated. */
    public static final int LENGTH_MAX = HEADER_LENGTH + Frame.LENGTH_MAX;

    private static final int NUMBER_OFFSET = 1;
    private static final int RECEIVED_OFFSET = 9;
    private static final int CHECKSUM_OFFSET = 17;
    private static final int FIRST_CAPACITY = 1024;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** What a packet is for. */
    public enum Kind {
        /** Who I am; the first packet of either side. */
        HELLO(0),
        /** I do not talk with you, and why; the last packet. */
        REFUSED(1),
        /** A frame. */
        FRAME(2),
        /** I am here, and this is how far I am. */
        BEAT(3),
        /** Who I am, and that I have come only to ask; the first packet of an admin client. */
        ADMIN(4);

        /** The first byte on the wire, and the place in the list of kinds. */
        public final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    private static final Kind[] KINDS = Kind.values();

    private final CRC32C checksum = new CRC32C();
    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    /** A buffer for a packet of this length, to be filled before {@link #check}. */
    public byte[] bufferFor(int packetLength) {
        if (bytes.length < packetLength) {
            bytes = new byte[Math.min(LENGTH_MAX, Math.max(packetLength, bytes.length * 2))];
        }
        length = packetLength;
        return bytes;
    }

    public void write(Kind kind, long number, long received, byte[] content, int contentLength) {
        byte[] buffer = bufferFor(HEADER_LENGTH + contentLength);
        buffer[0] = (byte) kind.code;
        LONG.set(buffer, NUMBER_OFFSET, number);
        LONG.set(buffer, RECEIVED_OFFSET, received);
        System.arraycopy(content, 0, buffer, HEADER_LENGTH, contentLength);
        INT.set(buffer, CHECKSUM_OFFSET, computeChecksum());
    }

    /** Throws {@link MalformedFrameException} unless the bytes are a packet. */
    public void check() {
        if (length < HEADER_LENGTH) {
            throw new MalformedFrameException("a packet of " + length + " bytes is too short");
        }
        if ((bytes[0] & 0xFF) >= KINDS.length) {
            throw new MalformedFrameException("there is no packet of kind " + (bytes[0] & 0xFF));
        }
        if ((int) INT.get(bytes, CHECKSUM_OFFSET) != computeChecksum()) {
            throw new MalformedFrameException("the checksum of a packet is wrong");
        }
    }

    private int computeChecksum() {
        checksum.reset();
        checksum.update(bytes, 0, CHECKSUM_OFFSET);
        checksum.update(bytes, HEADER_LENGTH, length - HEADER_LENGTH);
        return (int) checksum.getValue();
    }

    public Kind kind() {
        return KINDS[bytes[0]];
    }

    long number() {
        return (long) LONG.get(bytes, NUMBER_OFFSET);
    }

    long received() {
        return (long) LONG.get(bytes, RECEIVED_OFFSET);
    }

    /** The whole packet; its content begins at {@link #HEADER_LENGTH}. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    int contentLength() {
        return length - HEADER_LENGTH;
    }

    public byte[] content() {
        return Arrays.copyOfRange(bytes, HEADER_LENGTH, length);
    }
}
