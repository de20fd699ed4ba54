// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.fuzz;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.node.LockNode;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A frame of any protocol: refused, or read, and then equal to what is read after it was written again. */
public final class FrameFuzzer {
    private FrameFuzzer() {}

    /** The first byte chooses the protocol; the rest is a frame without its checksum. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length > 0) {
            List<Protocol<?>> all = Conversation.protocols();
            Protocol<?> protocol = all.get((input[0] & 0xFF) % all.size());
            check(protocol, Checksums.appendTo(Arrays.copyOfRange(input, 1, input.length)));
        }
    }

    private static void check(Protocol<?> protocol, byte[] bytes) {
        Codec<Message> codec = FrameBuffers.codecOf(protocol);
        Frame<Message> frame;
        try {
            frame = LockNode.read(protocol, bytes);
        } catch (MalformedFrameException refused) {
            return;
        }
        FrameWriter writer = new FrameWriter();
        writer.begin(frame.header());
        if (frame.resync()) {
            writer.markResync();
        }
        for (Frame.Entry<Message> entry : frame.entries()) {
            if (!writer.add(entry.lock(), entry.message(), codec)) {
                throw new AssertionError("what was read does not fit into a frame: " + frame);
            }
        }
        ByteSink again = writer.finish(frame.clock());
        Frame<Message> reread = LockNode.read(protocol, again.toByteArray());
        boolean same = reread.clock() == frame.clock()
                && reread.resync() == frame.resync()
                && reread.entries().equals(frame.entries());
        if (!same || !Arrays.equals(headerOf(reread), headerOf(frame))) {
            throw new AssertionError("read " + frame + ", then " + reread);
        }
    }

    private static byte[] headerOf(Frame<?> frame) {
        ByteSink sink = new ByteSink();
        frame.header().writeTo(sink);
        return sink.toByteArray();
    }

    /** Frames that nodes have really sent to each other. */
    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        List<Protocol<?>> all = Conversation.protocols();
        for (int index = 0; index < all.size(); index++) {
            for (byte[] frame : Conversation.framesOf(all.get(index))) {
                byte[] seed = new byte[frame.length - Frame.CHECKSUM_LENGTH + 1];
                seed[0] = (byte) index;
                System.arraycopy(frame, 0, seed, 1, seed.length - 1);
                seeds.add(seed);
            }
        }
        return seeds;
    }
}
