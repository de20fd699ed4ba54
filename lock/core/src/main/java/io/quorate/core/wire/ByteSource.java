// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Bytes being read. Every method throws {@link MalformedFrameException} rather than read past the end. */
public final class ByteSource {
    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    /** Nothing to read until it is aimed at something. */
    public ByteSource() {}

    public ByteSource(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public ByteSource(byte[] bytes, int offset, int length) {
        aimAt(bytes, offset, length);
    }

    /** Reads from there on. */
    public final void aimAt(byte[] source, int offset, int length) {
        bytes = source;
        position = offset;
        end = offset + length;
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
        int place = position;
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            if (place >= end) {
                throw new MalformedFrameException("the bytes end too early");
            }
            byte next = bytes[place++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                position = place;
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
        requireRoom(count);
        byte[] read = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return read;
    }

    /** Reads whatever is left. */
    byte[] readRest() {
        return readBytes(end - position);
    }

    /** Reads four bytes, most significant first. */
    public int readFixedInt() {
        requireRoom(Integer.BYTES);
        byte[] from = bytes;
        int place = position;
        position = place + Integer.BYTES;
        return ((from[place] & 0xFF) << 24)
                | ((from[place + 1] & 0xFF) << 16)
                | ((from[place + 2] & 0xFF) << 8)
                | (from[place + 3] & 0xFF);
    }

    /** Reads eight bytes, most significant first. */
    public long readFixedLong() {
        return ((long) readFixedInt() << 32) | (readFixedInt() & 0xFFFF_FFFFL);
    }

    /** The next byte, which stays to be read. */
    int peekByte() {
        if (position >= end) {
            throw new MalformedFrameException("the bytes end too early");
        }
        return bytes[position] & 0xFF;
    }

    /** Enters a piece whose length stands in front of it: nothing behind it can be read before {@link #leavePiece} is called with the answer. */
    public int enterPiece() {
        int count = readInt();
        requireRoom(count);
        int outer = end;
        end = position + count;
        return outer;
    }

    /** Leaves a piece, and skips what is left of it: fields that a newer release has added. */
    public void leavePiece(int outer) {
        position = end;
        end = outer;
    }

    /** A hash of the next {@code count} bytes, without reading past them. */
    int hashOfNext(int count) {
        requireRoom(count);
        int hash = 1;
        for (int place = position; place < position + count; place++) {
            hash = 31 * hash + bytes[place];
        }
        return hash ^ (hash >>> 15);
    }

    /** Goes past the next bytes if they are exactly the expected ones. */
    boolean skipIfNext(byte[] expected, int count) {
        requireRoom(count);
        if (!Arrays.equals(bytes, position, position + count, expected, 0, expected.length)) {
            return false;
        }
        position += count;
        return true;
    }

    private void requireRoom(int count) {
        if (count < 0 || count > end - position) {
            throw new MalformedFrameException("the bytes end too early");
        }
    }

    public NodeId readNode() {
        int index = readInt();
        if (index > NodeId.INDEX_MAX) {
            throw new MalformedFrameException("there is no node with index " + index);
        }
        return NodeId.of(index);
    }

    public Stamp readStamp() {
        return new Stamp(readCounter(), readNode(), readLong());
    }

    /** Reads what a logical clock may have reached. */
    public long readCounter() {
        long counter = readLong();
        requireCounter(counter);
        return counter;
    }

    public NodeSet readNodes() {
        NodeSet.Builder nodes = new NodeSet.Builder();
        for (int left = readInt(); left > 0; left--) {
            nodes.add(readNode().index());
        }
        return nodes.build();
    }

    /** Reads a list. Bytes that end too early are noticed before a count that is too large takes any room. */
    public <T> List<T> readList(Function<ByteSource, T> reader) {
        List<T> list = new ArrayList<>();
        for (int left = readInt(); left > 0; left--) {
            list.add(reader.apply(this));
        }
        return list;
    }

    /** Refuses what no honest logical clock has reached. */
    public static void requireCounter(long counter) {
        if (counter < 0 || counter > LamportClock.COUNTER_MAX) {
            throw new MalformedFrameException("no logical clock has reached " + counter);
        }
    }
}
