// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Numbers, times, tables and progress as people read them. */
final class WordsTest {
    @Test
    void timesAreReadWithTheirUnit() {
        assertThat(Words.duration("500us")).isEqualTo(Duration.ofNanos(500_000));
        assertThat(Words.duration("10ms")).isEqualTo(Duration.ofMillis(10));
        assertThat(Words.duration("5s")).isEqualTo(Duration.ofSeconds(5));
        assertThat(Words.duration("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Words.duration("1h")).isEqualTo(Duration.ofHours(1));
        assertThatThrownBy(() -> Words.duration("10")).hasMessageContaining("with its unit");
        assertThatThrownBy(() -> Words.duration("-3s"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not be negative: \"-3s\"");
        assertThat(Words.positive("--wait", "1ms")).isEqualTo(Duration.ofMillis(1));
        assertThatThrownBy(() -> Words.positive("--wait", "0s")).hasMessageContaining("--wait must be above zero");
    }

    @Test
    void timesAreWrittenInTheUnitThatFits() {
        assertThat(Words.nanos(12_340)).isEqualTo("12.3 us");
        assertThat(Words.nanos(4_560_000)).isEqualTo("4.56 ms");
        assertThat(Words.nanos(7_890_000_000.0)).isEqualTo("7.89 s");
    }

    @Test
    void aTableAlignsNumbersToTheRight() {
        String table = new TextTable("kind", "sent")
                .row("Grant", 5)
                .row("Release", 1234)
                .toString();
        assertThat(table).isEqualTo("  kind     sent\n  -------------\n  Grant       5\n  Release  1234\n");
    }

    @Test
    void progressSaysNothingAtFirst() {
        StringWriter err = new StringWriter();
        try (Progress progress = new Progress(Console.of(new StringWriter(), err))) {
            progress.update(() -> "too early");
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void linesAreBrokenBetweenWords() {
        assertThat(Words.wrapped("three nodes of five decide", 11)).containsExactly("three nodes", "of five", "decide");
        assertThat(Words.wrapped("a plane-on-subset", 5)).containsExactly("a", "plane-on-subset");
        assertThat(Words.wrapped("", 5)).containsExactly("");
    }
}
