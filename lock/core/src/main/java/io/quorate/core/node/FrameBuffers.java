// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.part.PartFactory;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameReader;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.HeaderPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where frames are read and written. Nothing that matters is left on it between two turns, so nodes of one protocol may share it if
 * their turns follow each other in one thread: then thousands of nodes in one process take up the buffers of one.
 */
public final class FrameBuffers {
    private final Codec<Message> codec;
    private final SessionHeader heard = new SessionHeader();
    private final FrameReader<Message> reader;
    private final List<Sheet> sheets = new ArrayList<>();

    /** For nodes that read and write frames alike. */
    public FrameBuffers(Protocol<?> protocol) {
        this(protocol, null);
    }

    FrameBuffers(Protocol<?> protocol, @Nullable PartStart start) {
        this.codec = codecOf(protocol, start);
        this.reader = new FrameReader<>(codec, protocol.traits().isLeased() ? heard : HeaderPart.NONE);
    }

    /** Of all that stands in the frames of nodes that run this protocol. */
    public static Codec<Message> codecOf(Protocol<?> protocol) {
        return codecOf(protocol, null);
    }

    private static Codec<Message> codecOf(Protocol<?> protocol, @Nullable PartStart start) {
        PartFactory<?> parts = protocol.part().orElse(null);
        return parts == null ? ownCodecOf(protocol) : parts.codec(start);
    }

    @SuppressWarnings("unchecked") // a node is given only messages of its own protocol to write
    private static Codec<Message> ownCodecOf(Protocol<?> protocol) {
        return (Codec<Message>) protocol.codec();
    }

    Codec<Message> codec() {
        return codec;
    }

    FrameReader<Message> reader() {
        return reader;
    }

    /** The session fields in the header of the last frame. */
    SessionHeader heard() {
        return heard;
    }

    /** Room for the so manyth frame of a turn. */
    Sheet sheet(int place) {
        if (place == sheets.size()) {
            sheets.add(new Sheet());
        }
        return sheets.get(place);
    }

    /** Room for one frame. */
    static final class Sheet {
        final FrameWriter writer = new FrameWriter();
        final SessionHeader header = new SessionHeader();
    }
}
