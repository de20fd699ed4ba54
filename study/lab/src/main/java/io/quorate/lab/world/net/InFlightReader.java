// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.net;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.node.LockNode;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameReader;
import io.quorate.core.wire.HeaderPart;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the frames of one cluster for those who look on. Every frame is looked at, so it is one reader for all of them, with what
 * it remembers; and the nodes of the cluster share a desk. It belongs to one thread.
 */
public final class InFlightReader {
    private final Protocol<?> protocol;
    private final FrameReader<Message> reader;

    /** Of all nodes of the cluster. */
    private final FrameBuffers desk;

    public InFlightReader(Protocol<?> protocol) {
        this.protocol = protocol;
        HeaderPart header = protocol.traits().isLeased() ? new SessionHeader() : HeaderPart.NONE;
        this.reader = new FrameReader<>(FrameBuffers.codecOf(protocol), header);
        this.desk = new FrameBuffers(protocol);
    }

    public FrameBuffers desk() {
        return desk;
    }

    /** A frame that a node has sent: the first bytes of this buffer, which may be used again. */
    public FrameInFlight packet(byte[] buffer, int length) {
        return new FrameInFlight(this, Arrays.copyOf(buffer, length), -1);
    }

    List<FrameInFlight.Content> contents(byte[] bytes) {
        reader.read(bytes, 0, bytes.length);
        FrameInFlight.Content[] contents = new FrameInFlight.Content[reader.size()];
        for (int place = 0; place < contents.length; place++) {
            contents[place] = new FrameInFlight.Content(reader.lock(place), reader.message(place));
        }
        return List.of(contents);
    }

    Frame<Message> frame(byte[] bytes) {
        return LockNode.read(protocol, bytes);
    }
}
