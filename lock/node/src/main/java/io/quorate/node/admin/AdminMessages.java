// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages between admin clients and nodes, as bytes: a question; a report for each node that answers; then an end that names the nodes
 * that did not. Or a refusal, if the client may not ask that.
 */
final class AdminMessages {
    /** The first byte of a question: {@code V}. */
    static final int QUESTION = 0x56;

    /** The first byte of a report: {@code R}. */
    static final int REPORT = 0x52;

    /** The first byte of the end: {@code E}. */
    static final int END = 0x45;

    /** The first byte of a refusal: {@code X}. */
    static final int REFUSED = 0x58;

    private static final int REFUSAL_LENGTH_MAX = 2000;

    private static final int SILENT_MAX = 1 << 12;

    private AdminMessages() {}

    /**
     * A question.
     *
     * @param ofAll whether the node should ask all others too
     */
    record Question(long id, boolean ofAll, AdminRequest request) {
        ByteSink toBytes() {
            ByteSink sink = PeerRequests.begin(QUESTION, id);
            sink.writeByte(ofAll ? 1 : 0);
            request.writeTo(sink);
            PeerRequests.finish(sink);
            return sink;
        }

        static Question read(byte[] bytes, int offset, int length) {
            ByteSource source = open(QUESTION, bytes, offset, length);
            return new Question(
                    source.readFixedLong(), source.readChoice(2, "kind of question") == 1, AdminRequest.read(source));
        }
    }

    /** The answer of one node. */
    record Report(long id, String nodeId, NodeReport report) {
        ByteSink toBytes() {
            ByteSink sink = PeerRequests.begin(REPORT, id);
            WireText.write(sink, nodeId, Roster.NAME_LENGTH_MAX);
            report.writeTo(sink);
            PeerRequests.finish(sink);
            return sink;
        }

        static Report read(byte[] bytes) {
            ByteSource source = open(REPORT, bytes, 0, bytes.length);
            return new Report(
                    source.readFixedLong(), WireText.read(source, Roster.NAME_LENGTH_MAX), NodeReport.read(source));
        }
    }

    /** There are no more answers; these nodes gave none. */
    record End(long id, List<String> silent) {
        ByteSink toBytes() {
            ByteSink sink = PeerRequests.begin(END, id);
            sink.writeInt(Math.min(SILENT_MAX, silent.size()));
            silent.stream().limit(SILENT_MAX).forEach(name -> WireText.write(sink, name, Roster.NAME_LENGTH_MAX));
            PeerRequests.finish(sink);
            return sink;
        }

        static End read(byte[] bytes) {
            ByteSource source = open(END, bytes, 0, bytes.length);
            long id = source.readFixedLong();
            int count = source.readInt();
            if (count > SILENT_MAX) {
                throw new MalformedFrameException("a list of " + count + " nodes, more than " + SILENT_MAX);
            }
            List<String> silent = new ArrayList<>();
            for (int place = 0; place < count; place++) {
                silent.add(WireText.read(source, Roster.NAME_LENGTH_MAX));
            }
            return new End(id, silent);
        }
    }

    /** The client may not ask this; in place of all answers. */
    record Refused(long id, String why) {
        ByteSink toBytes() {
            ByteSink sink = PeerRequests.begin(REFUSED, id);
            WireText.write(sink, why, REFUSAL_LENGTH_MAX);
            PeerRequests.finish(sink);
            return sink;
        }

        static Refused read(byte[] bytes) {
            ByteSource source = open(REFUSED, bytes, 0, bytes.length);
            return new Refused(source.readFixedLong(), WireText.read(source, REFUSAL_LENGTH_MAX));
        }
    }

    private static ByteSource open(int kind, byte[] bytes, int offset, int length) {
        if (length == 0 || bytes[offset] != kind) {
            throw new MalformedFrameException("a frame of another kind");
        }
        return PeerRequests.open(bytes, offset, length);
    }
}
