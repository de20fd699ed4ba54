// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Bytes being written, in a buffer that grows and is used again. Whole numbers take seven bits a byte, least first. One chain of calls
 * writes the parts of a message.
 */
public final class ByteSink {
    private static final int FIRST_CAPACITY = 256;

    /** No number takes more, seven bits each. */
    private static final int LONG_BYTES_MAX = 10;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    public ByteSink writeByte(int value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) value;
        return this;
    }

    /** Writes the code of a message; with the flag, the next one. */
    public ByteSink writeCode(int code, boolean flag) {
        return writeByte(flag ? code + 1 : code);
    }

    /** Writes a number that is not negative. */
    public ByteSink writeLong(long value) {
        makeRoomFor(LONG_BYTES_MAX);
        byte[] into = bytes;
        int place = length;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            into[place++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        into[place++] = (byte) rest;
        length = place;
        return this;
    }

    /** Writes a number that is not negative. */
    public ByteSink writeInt(int value) {
        return writeLong(value);
    }

    public ByteSink writeBytes(byte[] source) {
        makeRoomFor(source.length);
        System.arraycopy(source, 0, bytes, length, source.length);
        length += source.length;
        return this;
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

    /** Begins a piece whose length stands in front of it, and gives its place for {@link #endPiece}. */
    public int beginPiece() {
        writeByte(0);
        return length;
    }

    /** Ends a piece: its length is written in front of it, in one byte if it is below 128. */
    public void endPiece(int place) {
        int count = length - place;
        if (count < 0x80) {
            bytes[place - 1] = (byte) count;
            return;
        }
        length = place - 1;
        byte[] piece = Arrays.copyOfRange(bytes, place, place + count);
        writeInt(count);
        writeBytes(piece);
    }

    public ByteSink writeStamp(Stamp stamp) {
        return writeLong(stamp.counter()).writeNode(stamp.node()).writeLong(stamp.incarnation());
    }

    public ByteSink writeNode(NodeId node) {
        return writeInt(node.index());
    }

    /** Writes how many there are, then each of them. */
    public ByteSink writeNodes(NodeSet nodes) {
        writeInt(nodes.size());
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            writeInt(index);
        }
        return this;
    }

    /** Writes how many there are, then each of them. */
    public <T> ByteSink writeList(List<T> list, BiConsumer<ByteSink, T> writer) {
        writeInt(list.size());
        list.forEach(each -> writer.accept(this, each));
        return this;
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
