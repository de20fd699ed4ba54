// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.node.net.HeardLog;
import java.lang.System.Logger.Level;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
class LogEventTest {
    private static final EventLog LOG = EventLog.of(LogEventTest.class);

    @Test
    void aMessageBeginsWithItsIdAndHasItsValues() {
        assertThat(LogEvent.PEER_LOST.textOf(Map.of("peer", "b")))
                .isEqualTo("QUO-0004 Member b does not answer any more: this node goes on without it.");
    }

    @Test
    void anAuditLineKeepsItsForm() {
        assertThat(LogEvent.AUDIT_ALLOWED.textOf(Map.of("who", "alice", "what", "revoking")))
                .isEqualTo("AUDIT: allowed: alice asks for revoking");
    }

    @Test
    void aValueBeginsNoLineAndIsNoPattern() {
        try (HeardLog heard = new HeardLog(LogEventTest.class)) {
            LOG.say(LogEvent.PEER_BACK, "b\n{0} {peer} $1 \\ 'x' AUDIT: allowed\u202e");
            assertThat(heard.lines()).containsExactly("Member b?{0} {peer} $1 \\ 'x' AUDIT: allowed? is reachable.");
            assertThat(heard.ids()).containsExactly("QUO-0005");
        }
        assertThat(EventLog.current()).isNull();
    }

    @Test
    void aMissingValueIsABug() {
        assertThatThrownBy(() -> LOG.say(LogEvent.PEER_LOST)).hasMessageContaining("[peer]");
    }

    @Test
    void whatIsNotWorthItIsLoggedForDebuggingOnly() {
        try (HeardLog heard = new HeardLog(LogEventTest.class)) {
            LOG.sayIf(false, LogEvent.PEER_LOST, "b");
            assertThat(heard.lines()).isEmpty();
            LOG.sayIf(true, LogEvent.PEER_LOST, "b");
            assertThat(heard.lines()).hasSize(1);
        }
        assertThat(LogEvent.PEER_LOST.level()).isEqualTo(Level.WARNING);
    }
}
