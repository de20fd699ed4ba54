// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.LockView;
import io.quorate.node.admin.NodeReport;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.fuzz.Checksums;
import java.util.List;

/** Questions and answers about a lock: refused, or read. */
public final class QueryFuzzer {
    private QueryFuzzer() {}

    /** A question or the content of an answer, without a checksum. */
    public static void fuzzerTestOneInput(byte[] input) {
        byte[] question = Checksums.appendTo(input);
        try {
            PeerRequests.readQuestion(question, 0, question.length);
        } catch (MalformedFrameException refused) {
            // as it should be
        }
        try {
            PeerRequests.readRefusal(question, 0, question.length);
        } catch (MalformedFrameException refused) {
            // as it should be
        }
        try {
            NodeReport report = NodeReport.read(new ByteSource(input));
            ByteSink sink = new ByteSink();
            report.writeTo(sink);
        } catch (MalformedFrameException refused) {
            // as it should be
        }
    }

    public static List<byte[]> seeds() {
        ByteSink question = new ByteSink();
        question.writeByte(PeerRequests.QUERY);
        question.writeFixedLong(1);
        AdminRequest.describe(LockName.of("orders/17")).writeTo(question);
        ByteSink answer = new ByteSink();
        LockView view = new LockView(
                LockName.of("orders/17"),
                false,
                List.of(new LockView.Party(true, Mode.SHARED, "main", 5, 7, 4000, true)),
                List.of(new LockView.Vote(NodeId.of(1), "b", true)));
        new NodeReport("host", 4711, List.of(view), false, 0, "", List.of("b")).writeTo(answer);
        return List.of(question.toByteArray(), answer.toByteArray());
    }
}
