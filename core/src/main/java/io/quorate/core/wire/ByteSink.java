package io.quorate.core.wire;

import io.quorate.core.model.Stamp;
import java.util.Arrays;

/** Bytes being written, in a buffer that grows and is used again. Whole numbers take seven bits a byte, least first. */
public final class ByteSink {
    private static final int FIRST_CAPACITY = 256;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    public void writeByte(int value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) value;
    }

    /** Writes a number that is not negative. */
    public void writeLong(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            writeByte((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        writeByte((int) rest);
    }

    /** Writes a number that is not negative. */
    public void writeInt(int value) {
        writeLong(value);
    }

    public void writeBytes(byte[] source) {
        makeRoomFor(source.length);
        System.arraycopy(source, 0, bytes, length, source.length);
        length += source.length;
    }

    /** Writes four bytes, most significant first. */
    public void writeFixedInt(int value) {
        makeRoomFor(Integer.BYTES);
        putFixedInt(value);
    }

    private void putFixedInt(int value) {
        byte[] into = bytes;
        int place = length;
        into[place] = (byte) (value >>> 24);
        into[place + 1] = (byte) (value >>> 16);
        into[place + 2] = (byte) (value >>> 8);
        into[place + 3] = (byte) value;
        length = place + Integer.BYTES;
    }

    private void makeRoomFor(int count) {
        while (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
    }

    /** Writes eight bytes, most significant first. */
    public void writeFixedLong(long value) {
        makeRoomFor(Long.BYTES);
        putFixedInt((int) (value >>> 32));
        putFixedInt((int) value);
    }

    /** Replaces bytes written before by {@link #writeFixedLong}. */
    public void patchFixedLong(int offset, long value) {
        int end = length;
        length = offset;
        writeFixedLong(value);
        length = end;
    }

    public void writeStamp(Stamp stamp) {
        writeLong(stamp.counter());
        writeInt(stamp.node().index());
        writeInt(stamp.incarnation());
    }

    /** The buffer itself: valid up to {@link #length()}, until the next write. */
    public byte[] buffer() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Forgets what was written. */
    public void clear() {
        length = 0;
    }

    /** Forgets what was written after this length. */
    public void truncate(int shorter) {
        length = Math.min(length, shorter);
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }
}
