// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A state as bytes: different states give different bytes, because every value is led by its kind. The logical clock
 * stands first, in {@link #CLOCK_LENGTH} bytes, so that it can be left out.
 */
final class StateBytes implements StateWriter {
    static final int CLOCK_LENGTH = 8;

    private static final int NUMBER = 1;
    private static final int FLAG = 2;
    private static final int WORD = 3;
    private static final int NODE = 4;
    private static final int NODES = 5;
    private static final int STAMP = 6;
    private static final int BEGIN = 7;
    private static final int END = 8;
    private static final int VOTER_SESSION = 9;
    private static final int OWNER_SESSION = 10;

    private final ByteSink sink = new ByteSink();

    /** Clears the buffer. */
    void clear() {
        sink.clear();
        sink.writeFixedLong(0);
    }

    ByteSink bytes() {
        return sink;
    }

    @Override
    public void number(String name, long value) {
        sink.writeByte(NUMBER);
        sink.writeLong(value);
    }

    @Override
    public void flag(String name, boolean value) {
        sink.writeByte(FLAG);
        sink.writeByte(value ? 1 : 0);
    }

    @Override
    public void word(String name, @Nullable Enum<?> value) {
        sink.writeByte(WORD);
        text(value == null ? "" : value.name());
    }

    @Override
    public void node(String name, NodeId value) {
        sink.writeByte(NODE);
        sink.writeInt(value.index());
    }

    @Override
    public void nodes(String name, NodeSet value) {
        sink.writeByte(NODES);
        sink.writeInt(value.size());
        for (int index = value.next(0); index >= 0; index = value.next(index + 1)) {
            sink.writeInt(index);
        }
    }

    @Override
    public void stamp(String name, @Nullable Stamp value) {
        sink.writeByte(STAMP);
        sink.writeByte(value == null ? 0 : 1);
        if (value != null) {
            sink.writeStamp(value);
        }
    }

    @Override
    public void clock(long value) {
        sink.patchFixedLong(0, value);
    }

    @Override
    public void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation) {
        sink.writeByte(VOTER_SESSION);
        sink.writeInt(voter.index());
        sink.writeLong(number);
        sink.writeByte(open ? 1 : 0);
        sink.writeLong(trustedIncarnation + 1);
    }

    @Override
    public void ownerSession(NodeId requester, long start, long number, boolean closing) {
        sink.writeByte(OWNER_SESSION);
        sink.writeInt(requester.index());
        sink.writeLong(2 * start + (closing ? 1 : 0));
        sink.writeLong(number);
    }

    @Override
    public void begin(String name) {
        sink.writeByte(BEGIN);
        text(name);
    }

    private void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(utf8.length);
        sink.writeBytes(utf8);
    }

    @Override
    public void end() {
        sink.writeByte(END);
    }
}
