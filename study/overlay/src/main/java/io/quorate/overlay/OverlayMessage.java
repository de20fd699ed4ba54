// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.core.wire.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The messages between the nodes of an overlay; not every kind of overlay uses all of them. Each message tells the key of its
 * sender, so that a receiver can add the sender.
 */
public sealed interface OverlayMessage {
    /** The most nodes that one message names. */
    int HANDLES_MAX = 20_000;

    /**
     * The table of all messages. As bytes: the code, the key of the sender, then what the message adds. A key takes 16 bytes; a node
     * its number before its key, and between them how it is reached, where the number does not say it.
     *
     * @param addresses how nodes are reached of which messages speak
     */
    static Messages<OverlayMessage> table(Addresses addresses) {
        Function<ByteSource, Handle> handle = in -> new Handle(addresses.read(in), Key.read(in));
        Function<ByteSource, List<Handle>> handles = in -> readList(in, HANDLES_MAX, "nodes", handle);
        BiConsumer<ByteSink, Handle> write = (to, node) -> {
            addresses.write(node.node(), to);
            node.key().writeTo(to);
        };
        return Messages.<OverlayMessage>of("message of an overlay")
                .message(0, Join.class, in -> new Join(Key.read(in), handle.apply(in), in.readChoice(Key.BITS, "row")))
                .write((m, to) -> {
                    write.accept(m.sender.writeTo(to), m.joiner);
                    to.writeByte(m.row);
                })
                .message(1, Welcome.class, in -> new Welcome(Key.read(in), handles.apply(in)))
                .write((m, to) -> m.sender.writeTo(to).writeList(m.neighbours, write))
                .message(2, Known.class, in -> new Known(Key.read(in), readFlag(in), handles.apply(in)))
                .write((m, to) ->
                        m.sender.writeTo(to).writeByte(m.neighbours ? 1 : 0).writeList(m.nodes, write))
                .message(3, Wanted.class, in -> new Wanted(Key.read(in), in.readChoice(Wanted.NEIGHBOURS + 1, "row")))
                .write((m, to) -> m.sender.writeTo(to).writeByte(m.row))
                .message(4, Alive.class, in -> new Alive(Key.read(in), handles.apply(in)))
                .write((m, to) -> m.sender.writeTo(to).writeList(m.neighbours, write))
                .message(5, Probe.class, in -> new Probe(Key.read(in), readFlag(in)))
                .write((m, to) -> m.sender.writeTo(to).writeByte(m.joined ? 1 : 0))
                .message(6, Here.class, in -> new Here(Key.read(in)), (m, to) -> m.sender.writeTo(to))
                .message(7, Missed.class, in -> new Missed(Key.read(in), handle.apply(in)))
                .write((m, to) -> write.accept(m.sender.writeTo(to), m.node))
                .message(8, Leaving.class, in -> new Leaving(Key.read(in), handles.apply(in)))
                .write((m, to) -> m.sender.writeTo(to).writeList(m.neighbours, write))
                .message(
                        9,
                        Rumour.class,
                        in -> new Rumour(Key.read(in), handle.apply(in), in.readChoice(Rumour.AGE_MAX + 1, "age")))
                .write((m, to) -> {
                    write.accept(m.sender.writeTo(to), m.node);
                    to.writeByte(m.age);
                });
    }

    /** The table of nodes that are reached by their numbers alone. */
    Messages<OverlayMessage> TABLE = table(Addresses.NONE);

    /** Reads a list; a count above the maximum is refused with "there are never 99 {@code what}". */
    static <T> List<T> readList(ByteSource in, int max, String what, Function<ByteSource, T> reader) {
        int count = in.readInt();
        if (count > max) {
            throw new MalformedFrameException("there are never " + count + " " + what);
        }
        if (count == 0) {
            return List.of();
        }
        List<T> list = new ArrayList<>(); // grows with what is really there, whatever the count says
        for (int place = 0; place < count; place++) {
            list.add(reader.apply(in));
        }
        return list;
    }

    private static boolean readFlag(ByteSource in) {
        return in.readChoice(2, "answer") == 1;
    }

    Key sender();

    /** Towards the owner of the joiner's key: a node wants to come in. It has been told of rows below this one. */
    record Join(Key sender, Handle joiner, int row) implements OverlayMessage {
        @Override
        public String toString() {
            return "Join " + joiner;
        }
    }

    /** To the joiner, from the owner of its key: these are your neighbours, and so am I. */
    record Welcome(Key sender, List<Handle> neighbours) implements OverlayMessage {
        public Welcome {
            neighbours = List.copyOf(neighbours);
        }

        @Override
        public String toString() {
            return "Welcome " + neighbours;
        }
    }

    /** I have heard these, some time ago; or, if they are my neighbours, just now. */
    record Known(Key sender, boolean neighbours, List<Handle> nodes) implements OverlayMessage {
        public Known {
            nodes = List.copyOf(nodes);
        }

        @Override
        public String toString() {
            return (neighbours ? "Known neighbours " : "Known ") + nodes;
        }
    }

    /** Whom do you know in this row of your table, or, for row {@link #NEIGHBOURS}, next to you? */
    record Wanted(Key sender, int row) implements OverlayMessage {
        /** Not a row: the neighbours. */
        public static final int NEIGHBOURS = 128;

        @Override
        public String toString() {
            return "Wanted " + (row == NEIGHBOURS ? "neighbours" : row);
        }
    }

    /** I am here; and, to those next to it, these are my neighbours. */
    record Alive(Key sender, List<Handle> neighbours) implements OverlayMessage {
        public Alive {
            neighbours = List.copyOf(neighbours);
        }

        @Override
        public String toString() {
            return neighbours.isEmpty() ? "Alive" : "Alive " + neighbours;
        }
    }

    /** Are you there? From a node that is not in yet, this is no reason to know it. */
    record Probe(Key sender, boolean joined) implements OverlayMessage {
        @Override
        public String toString() {
            return joined ? "Probe" : "Probe of a joiner";
        }
    }

    /** Yes, I am. */
    record Here(Key sender) implements OverlayMessage {
        @Override
        public String toString() {
            return "Here";
        }
    }

    /** I do not hear this node any more: see for yourself. */
    record Missed(Key sender, Handle node) implements OverlayMessage {
        @Override
        public String toString() {
            return "Missed " + node;
        }
    }

    /** I go; these were my neighbours. */
    record Leaving(Key sender, List<Handle> neighbours) implements OverlayMessage {
        public Leaving {
            neighbours = List.copyOf(neighbours);
        }

        @Override
        public String toString() {
            return "Leaving";
        }
    }

    /** I do not hear this node, but others do: one of them said so this number of rounds ago, or this number of nodes away. */
    record Rumour(Key sender, Handle node, int age) implements OverlayMessage {
        /** Nobody passes on what is older. */
        public static final int AGE_MAX = 255;

        @Override
        public String toString() {
            return "Rumour " + node + " " + age;
        }
    }
}
