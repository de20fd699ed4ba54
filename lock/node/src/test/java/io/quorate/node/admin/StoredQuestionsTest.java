// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.StoredFormats;
import io.quorate.core.wire.StoredFormats.Sample;
import io.quorate.node.admin.AdminMessages.End;
import io.quorate.node.admin.AdminMessages.Question;
import io.quorate.node.admin.AdminMessages.Refused;
import io.quorate.node.admin.AdminMessages.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Questions of operators and nodes, and the answers, byte by byte as releases wrote them. */
class StoredQuestionsTest {
    private static final LockName LOCK = LockName.of("orders/17");

    private static final NodeReport REPORT = new NodeReport(
            "host",
            4711,
            List.of(
                    new LockView(
                            LOCK,
                            true,
                            List.of(
                                    new LockView.Party(true, Mode.EXCLUSIVE, "thread", 7, 4711, 1234, true),
                                    new LockView.Party(
                                            false, Mode.SHARED, "t\u00E4sk", 8, 0, LockView.NO_LEASE, false)),
                            List.of(new LockView.Vote(NodeId.of(400), "n", true))),
                    LockView.nothing(LOCK)),
            true,
            300,
            "in words",
            List.of("b", "c"));

    private static byte[] bytes(Consumer<ByteSink> writer) {
        ByteSink sink = new ByteSink();
        writer.accept(sink);
        return sink.toByteArray();
    }

    @Test
    void questions() {
        List<Sample> samples = new ArrayList<>();
        for (AdminRequest.Kind kind : AdminRequest.Kind.values()) {
            AdminRequest request = new AdminRequest(kind, "orders/17", 20, 5_000_000_000L, "anna@host", "orders/16");
            samples.add(Sample.growing(
                    kind.name(), bytes(request::writeTo), bytes -> AdminRequest.read(new ByteSource(bytes))));
        }
        StoredFormats.compare("questions", samples);
    }

    @Test
    void answers() {
        NodeReport inWords = new NodeReport("h", 1, List.of(), false, 0, "in words", List.of());
        StoredFormats.compare(
                "answers",
                List.of(
                        report("about locks", REPORT),
                        report("in words", inWords),
                        report("nothing", new NodeReport("h", 1, List.of(), false, 0, "", List.of()))));
    }

    private static Sample report(String name, NodeReport report) {
        return Sample.growing(name, bytes(report::writeTo), bytes -> NodeReport.read(new ByteSource(bytes)));
    }

    @Test
    void framesOfQuestionsAndAnswers() {
        Question question = new Question(300, true, AdminRequest.describe(LOCK));
        StoredFormats.compare(
                "admin",
                List.of(
                        Sample.readable(
                                "question",
                                question.toBytes().toByteArray(),
                                bytes -> Question.read(bytes, 0, bytes.length)),
                        Sample.readable(
                                "report", new Report(300, "a", REPORT).toBytes().toByteArray(), Report::read),
                        Sample.readable(
                                "end", new End(300, List.of("b", "c")).toBytes().toByteArray(), End::read),
                        Sample.readable(
                                "refused", new Refused(300, "why").toBytes().toByteArray(), Refused::read),
                        Sample.readable(
                                "question between nodes",
                                bytes(sink -> betweenNodes(PeerRequests.QUERY, AdminRequest.health()::writeTo, sink)),
                                bytes -> PeerRequests.readQuestion(bytes, 0, bytes.length)),
                        Sample.readable(
                                "refusal between nodes",
                                bytes(sink -> betweenNodes(PeerRequests.REFUSAL, StoredQuestionsTest::refusal, sink)),
                                bytes -> PeerRequests.readRefusal(bytes, 0, bytes.length))));
    }

    private static void refusal(ByteSink sink) {
        WireText.write(sink, "orders/17", LockName.BYTES_MAX);
        WireText.write(sink, "the certificate of g does not allow it", 2000);
    }

    private static void betweenNodes(int kind, Consumer<ByteSink> content, ByteSink into) {
        ByteSink frame = PeerRequests.begin(kind, 300);
        content.accept(frame);
        PeerRequests.finish(frame);
        into.writeBytes(frame.toByteArray());
    }
}
