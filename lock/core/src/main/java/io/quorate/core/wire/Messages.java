// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The table of all messages of one protocol: for each its code on the wire, how it is read, and how it is written. The table
 * is the protocol's codec, and {@code Handlers} are built from it.
 *
 * <p>A message is a byte for its code, then what its writer writes. A table never changes: each call returns a longer one.
 */
public final class Messages<M> implements Codec<M> {
    private static final int CODES = 256;
    private static final int SEVERAL = -1;

    private final String what;
    private final Class<?>[] types;
    private final Kind<?>[] kinds;

    /** By code, of messages that have one code. */
    private final @Nullable Reader<?>[] readers;

    /** By code, of messages that have several. */
    private final @Nullable CodeReader<?>[] codeReaders;

    private Messages(
            String what,
            Class<?>[] types,
            Kind<?>[] kinds,
            @Nullable Reader<?>[] readers,
            @Nullable CodeReader<?>[] codeReaders) {
        this.what = what;
        this.types = types;
        this.kinds = kinds;
        this.readers = readers;
        this.codeReaders = codeReaders;
    }

    /** An empty table; a code that is not in it is refused with "there is no {@code what} 7". */
    public static <M> Messages<M> of(String what) {
        return new Messages<>(what, new Class<?>[0], new Kind<?>[0], new Reader<?>[CODES], new CodeReader<?>[CODES]);
    }

    /** Adds a message that has one code. */
    public <T extends M> Messages<M> message(int code, Class<T> type, Reader<T> reader, Writer<T> writer) {
        return message(code, type, reader).write(writer);
    }

    /** Begins a message that has one code; {@code write} completes it. */
    public <T extends M> Line<T> message(int code, Class<T> type, Reader<T> reader) {
        return with(reader, null, code).new Line<T>(type, code);
    }

    /** Begins a message that has several codes, because its code says more than its kind. */
    public <T extends M> Line<T> message(Class<T> type, CodeReader<T> reader, int... codes) {
        Messages<M> longer = this;
        for (int code : codes) {
            longer = longer.with(null, reader, code);
        }
        return longer.new Line<T>(type, SEVERAL);
    }

    /** Adds all messages of another table, each with the codes that it has there. */
    public Messages<M> all(Messages<? extends M> others) {
        Messages<M> longer = this;
        for (int place = 0; place < others.types.length; place++) {
            longer = longer.with(others.types[place], others.kinds[place]);
        }
        for (int code = 0; code < CODES; code++) {
            if (others.readers[code] != null || others.codeReaders[code] != null) {
                longer = longer.with(others.readers[code], others.codeReaders[code], code);
            }
        }
        return longer;
    }

    /** Adds all messages of another table behind this code: first this byte, then the message as it is written there. */
    public <N extends M> Messages<M> behind(int code, Messages<N> others) {
        Messages<M> longer = with(others::read, null, code);
        for (Class<?> type : others.types) {
            longer = longer.with(type, new Kind<N>(code, others::write));
        }
        return longer;
    }

    private Messages<M> with(Class<?> type, Kind<?> kind) {
        if (Arrays.asList(types).contains(type)) {
            throw new IllegalArgumentException(type.getSimpleName() + " is twice in the table");
        }
        Class<?>[] longerTypes = Arrays.copyOf(types, types.length + 1);
        longerTypes[types.length] = type;
        Kind<?>[] longerKinds = Arrays.copyOf(kinds, kinds.length + 1);
        longerKinds[kinds.length] = kind;
        return new Messages<>(what, longerTypes, longerKinds, readers, codeReaders);
    }

    private Messages<M> with(@Nullable Reader<?> reader, @Nullable CodeReader<?> codeReader, int code) {
        if (readers[code] != null || codeReaders[code] != null) {
            throw new IllegalArgumentException("two messages have the code " + code);
        }
        @Nullable Reader<?>[] moreReaders = readers.clone();
        moreReaders[code] = reader;
        @Nullable CodeReader<?>[] moreCodeReaders = codeReaders.clone();
        moreCodeReaders[code] = codeReader;
        return new Messages<>(what, types, kinds, moreReaders, moreCodeReaders);
    }

    /** How many kinds of messages there are. */
    public int size() {
        return types.length;
    }

    /** The record at this place of the table. */
    public Class<?> type(int place) {
        return types[place];
    }

    /** The place of a record in the table. There are few, so that looking at one after the other is fastest. */
    public int placeOf(Class<?> type) {
        Class<?>[] all = types;
        for (int place = 0; place < all.length; place++) {
            if (all[place] == type) {
                return place;
            }
        }
        throw new IllegalArgumentException(type.getSimpleName() + " is no " + what);
    }

    @Override
    @SuppressWarnings("unchecked") // the kind at the place of a type writes that type
    public void write(M message, ByteSink sink) {
        Kind<M> kind = (Kind<M>) kinds[placeOf(message.getClass())];
        if (kind.code != SEVERAL) {
            sink.writeByte(kind.code);
        }
        kind.writer.write(message, sink);
    }

    @Override
    @SuppressWarnings("unchecked") // only readers of such messages are in the table
    public M read(ByteSource source) {
        int code = source.readByte();
        Reader<?> reader = readers[code];
        if (reader != null) {
            return (M) reader.read(source);
        }
        CodeReader<?> codeReader = codeReaders[code];
        if (codeReader != null) {
            return (M) codeReader.read(source, code);
        }
        throw new MalformedFrameException("there is no " + what + " " + code);
    }

    @Override
    public boolean isKnown(int code) {
        return readers[code] != null || codeReaders[code] != null;
    }

    /** Reads a message whose code was read. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ByteSource source);
    }

    /** Reads a message whose code was this. */
    @FunctionalInterface
    public interface CodeReader<T> {
        T read(ByteSource source, int code);
    }

    /** Writes a message, behind its code. */
    @FunctionalInterface
    public interface Writer<T> {
        void write(T message, ByteSink sink);
    }

    /** A message of which the table does not know yet how it is written. */
    public final class Line<T extends M> {
        private final Class<T> type;
        private final int code;

        private Line(Class<T> type, int code) {
            this.type = type;
            this.code = code;
        }

        /** Completes the message. The writer of one with several codes writes the code as well. */
        public Messages<M> write(Writer<T> writer) {
            return with(type, new Kind<>(code, writer));
        }
    }

    /** How messages of one kind are written. */
    private record Kind<T>(int code, Writer<T> writer) {}
}
