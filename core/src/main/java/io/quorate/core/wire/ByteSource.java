package io.quorate.core.wire;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.Arrays;

/** Bytes being read. Every method throws {@link MalformedFrameException} rather than read past the end. */
public final class ByteSource {
    private final byte[] bytes;
    private int position;
    private final int end;

    public ByteSource(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    public ByteSource(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public boolean isAtEnd() {
        return position == end;
    }

    public int readByte() {
        if (position >= end) {
            throw new MalformedFrameException("the bytes end too early");
        }
        return bytes[position++] & 0xFF;
    }

    /** Reads a number that is not negative. */
    public long readLong() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new MalformedFrameException("a number is too long");
    }

    /** Reads a number that is not negative. */
    public int readInt() {
        long value = readLong();
        if (value > Integer.MAX_VALUE) {
            throw new MalformedFrameException("a number is too large: " + value);
        }
        return (int) value;
    }

    /** Reads one of {@code count} choices, numbered from 0. */
    public int readChoice(int count, String what) {
        int choice = readByte();
        if (choice >= count) {
            throw new MalformedFrameException("there is no " + what + " " + choice);
        }
        return choice;
    }

    public byte[] readBytes(int count) {
        if (count < 0 || count > end - position) {
            throw new MalformedFrameException("the bytes end too early");
        }
        byte[] read = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return read;
    }

    /** Reads four bytes, most significant first. */
    public int readFixedInt() {
        return (readByte() << 24) | (readByte() << 16) | (readByte() << 8) | readByte();
    }

    /** Reads eight bytes, most significant first. */
    public long readFixedLong() {
        return ((long) readFixedInt() << 32) | (readFixedInt() & 0xFFFF_FFFFL);
    }

    public NodeId readNode() {
        int index = readInt();
        if (index > NodeId.INDEX_MAX) {
            throw new MalformedFrameException("there is no node with index " + index);
        }
        return NodeId.of(index);
    }

    public Stamp readStamp() {
        long counter = readLong();
        requireCounter(counter);
        NodeId node = readNode();
        return new Stamp(counter, node, readInt());
    }

    /** Refuses what no honest logical clock has reached. */
    public static void requireCounter(long counter) {
        if (counter < 0 || counter > LamportClock.COUNTER_MAX) {
            throw new MalformedFrameException("no logical clock has reached " + counter);
        }
    }
}
