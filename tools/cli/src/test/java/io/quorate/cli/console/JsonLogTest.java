// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class JsonLogTest {
    private static final EventLog LOG = EventLog.of(JsonLogTest.class);

    private final StringWriter written = new StringWriter();

    private List<JsonObject> lines() {
        return written.toString()
                .lines()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
    }

    @Test
    void eachMessageIsOneObjectWithItsIdAndFields() {
        String peer = "b\n\u001b[2K\u202e\"x\"";
        try (JsonLog log = new JsonLog(new PrintWriter(written, true))) {
            LOG.say(LogEvent.PEER_LOST, peer);
            LOG.sayWith(LogEvent.ADMIN_FAILED, new IllegalStateException("two\nlines\u009b"));
            Logger.getLogger("another").log(Level.WARNING, "the number {0}", 17);
            log.say("INFO", "program", "hello\u2028");
        }
        LOG.say(LogEvent.PEER_BACK, "b");
        assertThat(written.toString()).doesNotContain("\u001b", "\u202e", "\u009b", "\u2028");
        assertThat(lines()).hasSize(4);
        JsonObject lost = lines().get(0);
        assertThat(lost.get("id").getAsString()).isEqualTo("QUO-0004");
        assertThat(lost.get("level").getAsString()).isEqualTo("WARNING");
        assertThat(lost.get("logger").getAsString()).isEqualTo(JsonLogTest.class.getName());
        assertThat(lost.get("message").getAsString()).startsWith("QUO-0004 Member b??[2K?\"x\" does not answer");
        assertThat(lost.getAsJsonObject("fields").get("peer").getAsString()).isEqualTo("b??[2K?\"x\"");
        assertThat(OffsetDateTime.parse(lost.get("time").getAsString())).isNotNull();
        JsonObject failed = lines().get(1);
        assertThat(failed.get("level").getAsString()).isEqualTo("ERROR");
        assertThat(failed.get("trace").getAsString()).contains("IllegalStateException: two\nlines\u009b");
        assertThat(lines().get(2).get("message").getAsString()).isEqualTo("the number 17");
        assertThat(lines().get(2).has("id")).isFalse();
        assertThat(lines().get(3).get("message").getAsString()).isEqualTo("hello\u2028");
    }

    @Test
    void aLineOfTextHasDateAndTime() {
        LogRecord entry = new LogRecord(Level.SEVERE, "a\nb");
        entry.setInstant(Instant.parse("2026-11-18T05:40:00Z"));
        entry.setThrown(new IllegalStateException("why\u001b"));
        String text = new LogLine().format(entry);
        String first = text.lines().findFirst().orElseThrow();
        assertThat(first).endsWith("  ERROR: a?b");
        assertThat(OffsetDateTime.parse(first.substring(0, first.indexOf(' '))).toInstant())
                .isEqualTo(entry.getInstant());
        assertThat(text).contains("IllegalStateException: why?", "    at ").doesNotContain("\u001b");
    }
}
