package io.quorate.overlay;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.List;

/**
 * A byte for the kind, the sender's key, then what the kind has. A key takes 16 bytes, a node a number before it, and how it is
 * reached, if that is not the number itself.
 */
public final class OverlayCodec implements Codec<OverlayMessage> {
    private static final int KINDS = 10;

    private final Addresses addresses;

    /** Of nodes that are reached by their numbers alone. */
    public OverlayCodec() {
        this(Addresses.NONE);
    }

    public OverlayCodec(Addresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public void write(OverlayMessage message, ByteSink sink) {
        if (message instanceof OverlayMessage.Join join) {
            begin(0, message, sink);
            writeHandle(join.joiner(), sink);
            sink.writeByte(join.row());
        } else if (message instanceof OverlayMessage.Welcome welcome) {
            begin(1, message, sink);
            writeHandles(welcome.neighbours(), sink);
        } else if (message instanceof OverlayMessage.Known known) {
            begin(2, message, sink);
            sink.writeByte(known.neighbours() ? 1 : 0);
            writeHandles(known.nodes(), sink);
        } else if (message instanceof OverlayMessage.Wanted wanted) {
            begin(3, message, sink);
            sink.writeByte(wanted.row());
        } else if (message instanceof OverlayMessage.Alive alive) {
            begin(4, message, sink);
            writeHandles(alive.neighbours(), sink);
        } else if (message instanceof OverlayMessage.Probe probe) {
            begin(5, message, sink);
            sink.writeByte(probe.joined() ? 1 : 0);
        } else if (message instanceof OverlayMessage.Here) {
            begin(6, message, sink);
        } else if (message instanceof OverlayMessage.Missed missed) {
            begin(7, message, sink);
            writeHandle(missed.node(), sink);
        } else if (message instanceof OverlayMessage.Leaving leaving) {
            begin(8, message, sink);
            writeHandles(leaving.neighbours(), sink);
        } else if (message instanceof OverlayMessage.Rumour rumour) {
            begin(9, message, sink);
            writeHandle(rumour.node(), sink);
            sink.writeByte(rumour.age());
        }
    }

    @Override
    public OverlayMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of an overlay");
        Key sender = readKey(source);
        return switch (kind) {
            case 0 -> new OverlayMessage.Join(sender, readHandle(source), source.readChoice(Key.BITS, "row"));
            case 1 -> new OverlayMessage.Welcome(sender, readHandles(source));
            case 2 -> new OverlayMessage.Known(sender, source.readChoice(2, "answer") == 1, readHandles(source));
            case 3 -> new OverlayMessage.Wanted(sender, source.readChoice(OverlayMessage.Wanted.NEIGHBOURS + 1, "row"));
            case 4 -> new OverlayMessage.Alive(sender, readHandles(source));
            case 5 -> new OverlayMessage.Probe(sender, source.readChoice(2, "answer") == 1);
            case 6 -> new OverlayMessage.Here(sender);
            case 7 -> new OverlayMessage.Missed(sender, readHandle(source));
            case 8 -> new OverlayMessage.Leaving(sender, readHandles(source));
            default ->
                new OverlayMessage.Rumour(
                        sender, readHandle(source), source.readChoice(OverlayMessage.Rumour.AGE_MAX + 1, "age"));
        };
    }

    private static void begin(int kind, OverlayMessage message, ByteSink sink) {
        sink.writeByte(kind);
        writeKey(message.sender(), sink);
    }

    static void writeKey(Key key, ByteSink sink) {
        sink.writeFixedLong(key.high());
        sink.writeFixedLong(key.low());
    }

    static Key readKey(ByteSource source) {
        long high = source.readFixedLong();
        return new Key(high, source.readFixedLong());
    }

    private void writeHandle(Handle handle, ByteSink sink) {
        addresses.write(handle.node(), sink);
        writeKey(handle.key(), sink);
    }

    private Handle readHandle(ByteSource source) {
        return new Handle(addresses.read(source), readKey(source));
    }

    private void writeHandles(List<Handle> handles, ByteSink sink) {
        sink.writeInt(handles.size());
        for (Handle handle : handles) {
            writeHandle(handle, sink);
        }
    }

    private List<Handle> readHandles(ByteSource source) {
        int count = source.readInt();
        if (count > OverlayMessage.HANDLES_MAX) {
            throw new MalformedFrameException("no message names " + count + " nodes");
        }
        if (count == 0) {
            return List.of();
        }
        List<Handle> handles = new ArrayList<>(); // grows with what is really there, whatever the count says
        for (int place = 0; place < count; place++) {
            handles.add(readHandle(source));
        }
        return handles;
    }
}
