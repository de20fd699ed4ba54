// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions and answers between nodes, as bytes. */
@Tag("threads")
final class NodeReportTest {
    private static final LockName LOCK = LockName.of("orders/17");

    @Test
    void aReportSurvivesTheWireAndNoPartOfItIsOne() {
        LockView view = new LockView(
                LOCK,
                true,
                List.of(
                        new LockView.Party(true, Mode.EXCLUSIVE, "thread", 7, 4711, 1234, true),
                        new LockView.Party(false, Mode.SHARED, "t\u00E4sk", 8, 0, LockView.NO_LEASE, false)),
                List.of(new LockView.Vote(NodeId.of(2), "n", true), new LockView.Vote(NodeId.of(0), "m", false)));
        NodeReport report = new NodeReport(
                "host", 42, List.of(view, LockView.nothing(LOCK)), true, 3, "in words", List.of("b", "c"));
        ByteSink sink = new ByteSink();
        report.writeTo(sink);
        byte[] bytes = sink.toByteArray();
        assertThat(NodeReport.read(new ByteSource(bytes))).isEqualTo(report);
        for (int length = 0; length < bytes.length; length++) {
            byte[] shorter = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> NodeReport.read(new ByteSource(shorter)))
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void theLongestViewFitsIntoAFrame() {
        List<LockView.Party> parties = new ArrayList<>();
        List<LockView.Vote> votes = new ArrayList<>();
        for (int count = 0; count < LockView.LISTED_MAX; count++) {
            parties.add(new LockView.Party(
                    true, Mode.SHARED, "\u20AC".repeat(200), Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, true));
            votes.add(new LockView.Vote(NodeId.of(NodeId.INDEX_MAX), "\u20AC".repeat(200), true));
        }
        LockView longest = new LockView(LockName.of("n".repeat(LockName.BYTES_MAX)), true, parties, votes);
        ByteSink sink = new ByteSink();
        new NodeReport(
                        "h".repeat(1_000),
                        Long.MAX_VALUE,
                        List.of(longest),
                        true,
                        Integer.MAX_VALUE,
                        "",
                        Collections.nCopies(20, "n".repeat(100)))
                .writeTo(sink);
        assertThat(sink.length()).isLessThan(Frame.LENGTH_MAX - 100);
        assertThat(NodeReport.read(new ByteSource(sink.toByteArray()))
                        .locks()
                        .get(0)
                        .parties())
                .hasSize(LockView.LISTED_MAX);
    }

    @Test
    void aQuestionSurvivesTheWire() {
        for (AdminRequest.Kind kind : AdminRequest.Kind.values()) {
            AdminRequest inquiry = new AdminRequest(kind, "orders/17", 20, 99, "anna@host, process 7");
            ByteSink sink = new ByteSink();
            inquiry.writeTo(sink);
            assertThat(AdminRequest.read(new ByteSource(sink.toByteArray()))).isEqualTo(inquiry);
        }
    }

    @Test
    void aQuestionAboutNothingOrForTooMuchIsRefused() {
        for (AdminRequest wrong : List.of(
                new AdminRequest(AdminRequest.Kind.REVOKE, "", 1, 0, ""),
                new AdminRequest(AdminRequest.Kind.DESCRIBE, "x".repeat(513), 1, 0, ""),
                new AdminRequest(AdminRequest.Kind.LIST, "x", AdminRequest.LIMIT_MAX + 1, 0, ""))) {
            ByteSink sink = new ByteSink();
            wrong.writeTo(sink);
            assertThatThrownBy(() -> AdminRequest.read(new ByteSource(sink.toByteArray())))
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void whatGoesIntoLogsHasNoControlCharacters() {
        ByteSink sink = new ByteSink();
        new AdminRequest(AdminRequest.Kind.REVOKE, "x", 1, 0, "anna\nAUDIT: forged").writeTo(sink);
        assertThat(AdminRequest.read(new ByteSource(sink.toByteArray())).asker())
                .isEqualTo("anna?AUDIT: forged");
    }
}
