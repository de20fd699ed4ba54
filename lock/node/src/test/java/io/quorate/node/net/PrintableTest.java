package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.net.link.Refusal;
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
    void otherLettersStay() {
        assertThat(Printable.of("größe 数 \uD83D\uDD12")).isEqualTo("größe 数 \uD83D\uDD12");
    }

    @Test
    void whatPeersSayIsMadePrintable() {
        Refusal said = new Refusal(Refusal.Reason.DOES_NOT_FIT, "no\u2028AUDIT: allowed: alice");
        assertThat(Refusal.read(said.toBytes()).text()).isEqualTo("no?AUDIT: allowed: alice");
    }
}
