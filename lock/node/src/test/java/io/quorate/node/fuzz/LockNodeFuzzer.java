// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.fuzz;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.MalformedFrameException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A whole node that gets any frames, in any order and from any member, while it wants locks itself. A member that lies can
 * spoil a lock, but it must not be able to stop the node: nothing is thrown but for frames that are none.
 */
public final class LockNodeFuzzer {
    private static final int FRAME_STEPS = 6;

    private LockNodeFuzzer() {}

    /** The first byte chooses the protocol; then steps: a byte for the kind, and for a frame two for its length. */
    public static void fuzzerTestOneInput(byte[] input) {
        ByteBuffer in = ByteBuffer.wrap(input);
        if (!in.hasRemaining()) {
            return;
        }
        List<Protocol<?>> all = Conversation.protocols();
        LockNode<?> node = Conversation.newNode(all.get((in.get() & 0xFF) % all.size()), NodeId.of(0));
        Conversation.Quiet effects = new Conversation.Quiet();
        long claims = 0;
        while (in.hasRemaining()) {
            int step = in.get() & 0xFF;
            NodeId peer = NodeId.of(1 + (step & 1));
            LockName lock = Conversation.LOCKS.get((step >> 1) & 1);
            switch ((step >> 2) % FRAME_STEPS) {
                case 0 -> node.acquire(new Conversation.Wish(lock, Mode.EXCLUSIVE, claims++));
                case 1 -> node.release(new Conversation.Wish(lock, Mode.EXCLUSIVE, claims - 1));
                case 2 -> node.peerSuspected(peer);
                case 3 -> {
                    node.linkReset(peer);
                    node.peerRestored(peer);
                }
                default -> receive(node, peer, in);
            }
            node.endTurn(effects);
        }
    }

    private static void receive(LockNode<?> node, NodeId from, ByteBuffer in) {
        if (in.remaining() < Short.BYTES) {
            return;
        }
        byte[] content = new byte[Math.min(in.getShort() & 0xFFFF, in.remaining())];
        in.get(content);
        byte[] frame = Checksums.appendTo(content);
        try {
            node.receive(from, frame, 0, frame.length);
        } catch (MalformedFrameException refused) {
            // as it should be
        }
    }

    /** Frames that nodes have really sent, one after the other to one of them, which wants both locks. */
    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        List<Protocol<?>> all = Conversation.protocols();
        for (int index = 0; index < all.size(); index++) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.write(index);
            whole.write(0);
            whole.write(2);
            for (byte[] frame : Conversation.framesOf(all.get(index))) {
                int length = frame.length - Frame.CHECKSUM_LENGTH;
                ByteArrayOutputStream one = new ByteArrayOutputStream();
                one.write(4 << 2);
                one.write(length >> Byte.SIZE);
                one.write(length);
                one.write(frame, 0, length);
                whole.writeBytes(one.toByteArray());
                byte[] alone = new byte[one.size() + 1];
                alone[0] = (byte) index;
                System.arraycopy(one.toByteArray(), 0, alone, 1, one.size());
                seeds.add(alone);
            }
            seeds.add(whole.toByteArray());
        }
        return seeds;
    }
}
