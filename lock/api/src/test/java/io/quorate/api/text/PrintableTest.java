// SPDX-License-Identifier: Apache-2.0
package io.quorate.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void nobodyBeginsALineOfTheirOwn() {
        assertThat(Printable.of("a\nb\rc\u0085d\u2028e\u2029f")).isEqualTo("a?b?c?d?e?f");
    }

    @Test
    void nobodyMovesTheCursorOrTurnsTheWritingAround() {
        assertThat(Printable.of("\u001b[2K \u009b2K \u202egnitirw \u2066x")).isEqualTo("?[2K ?2K ?gnitirw ?x");
    }

    @Test
    void nobodyHidesLetters() {
        assertThat(Printable.of("a\u200bb\ufeffc\u00add\u2060e\uDB40\uDC41f\uD800g"))
                .isEqualTo("a?b?c?d?e?f?g");
    }

    @Test
    void otherLettersStay() {
        String family = "\uD83D\uDC68\u200D\uD83D\uDC69";
        assertThat(Printable.of("größe 数 \uD83D\uDD12 " + family)).isEqualTo("größe 数 \uD83D\uDD12 " + family);
    }

    @Test
    void textOfSeveralLinesKeepsThem() {
        assertThat(Printable.lines("one\n- two\u001b[2K\r\nthree")).isEqualTo("one\n- two?[2K?\nthree");
        assertThat(Printable.lines("one\ntwo")).isEqualTo("one\ntwo");
    }

    @Test
    void aJsonDocumentLosesNothing() {
        assertThat(Printable.json("{\n  \"a\": \"\u009b1\u202e\uDB40\uDC41\u007f\"\n}"))
                .isEqualTo("{\n  \"a\": \"\\u009b1\\u202e\\udb40\\udc41\\u007f\"\n}");
    }
}
