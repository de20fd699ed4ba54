// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.store.ThisProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * A node's answer to an {@link AdminRequest}.
 *
 * @param host the machine that the node runs on
 * @param pid its process
 * @param locks what it knows of each lock asked for; of a hold that was revoked or asked for, as it was before
 * @param isCut whether it knows more than it tells here
 * @param acted how many holds were revoked, or heard that they are asked for
 * @param text what was asked for in words
 * @param slow the nodes that take long to answer, as it finds
 */
public record NodeReport(
        String host, long pid, List<LockView> locks, boolean isCut, int acted, String text, List<String> slow) {
    private static final int TEXT_LENGTH_MAX = 32_000;
    private static final int CUT = 1;
    private static final int WORDS = 2;
    private static final int SLOW = 4;
    private static final int SLOW_LISTED_MAX = 20;
    private static final int NAME_LENGTH_MAX = 60;

    private static final int HOST_LENGTH_MAX = 255;

    /** No more bytes of locks fit into a frame, with all that is around them. */
    static final int LOCKS_BYTES_MAX = Frame.LENGTH_MAX - 2048;

    public void writeTo(ByteSink sink) {
        WireText.write(sink, host, HOST_LENGTH_MAX);
        sink.writeLong(pid);
        sink.writeByte((isCut ? CUT : 0) | (text.isEmpty() ? 0 : WORDS) | (slow.isEmpty() ? 0 : SLOW));
        sink.writeInt(acted);
        sink.writeInt(locks.size());
        for (LockView lock : locks) {
            lock.writeTo(sink);
        }
        if (!text.isEmpty()) {
            WireText.write(sink, text, TEXT_LENGTH_MAX);
        }
        if (!slow.isEmpty()) {
            List<String> listed = slow.subList(0, Math.min(SLOW_LISTED_MAX, slow.size()));
            sink.writeInt(listed.size());
            listed.forEach(name -> WireText.write(sink, name, NAME_LENGTH_MAX));
        }
    }

    /** Of this process, in words. */
    public static NodeReport inWords(String text) {
        return new NodeReport(ThisProcess.HOST, ThisProcess.PID, List.of(), false, 0, text, List.of());
    }

    public static NodeReport read(ByteSource source) {
        String host = WireText.read(source, HOST_LENGTH_MAX);
        long pid = source.readLong();
        int flags = source.readChoice(CUT + WORDS + SLOW + 1, "kind of answer");
        int acted = source.readInt();
        int count = source.readInt();
        if (count > AdminRequest.LIMIT_MAX) {
            throw new MalformedFrameException(
                    "an answer tells of " + count + " locks, more than " + AdminRequest.LIMIT_MAX);
        }
        List<LockView> locks = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            locks.add(LockView.read(source));
        }
        String text = (flags & WORDS) == 0 ? "" : WireText.read(source, TEXT_LENGTH_MAX);
        return new NodeReport(host, pid, locks, (flags & CUT) != 0, acted, text, readSlow(flags, source));
    }

    private static List<String> readSlow(int flags, ByteSource source) {
        List<String> slow = new ArrayList<>();
        int count = (flags & SLOW) == 0 ? 0 : source.readInt();
        if (count > SLOW_LISTED_MAX) {
            throw new MalformedFrameException("an answer lists " + count + " slow nodes, more than " + SLOW_LISTED_MAX);
        }
        while (slow.size() < count) {
            slow.add(WireText.read(source, NAME_LENGTH_MAX));
        }
        return slow;
    }
}
