// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.draw.SampleDiagrams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpaceTimeFileTest {
    @Test
    void whatIsWrittenIsReadBackEqual() {
        for (SpaceTime diagram :
                List.of(SampleDiagrams.twoContend(), SampleDiagrams.crowded(5, 80), SampleDiagrams.misfortunes())) {
            assertThat(SpaceTimeFile.read(SpaceTimeFile.write(diagram))).isEqualTo(diagram);
        }
    }

    @Test
    void theOrderOfTheEventLinesDoesNotMatter() {
        SpaceTime diagram = SampleDiagrams.twoContend();
        List<String> lines = SpaceTimeFile.write(diagram);
        List<String> events = new ArrayList<>(lines.subList(4, lines.size()));
        Collections.reverse(events);
        List<String> backwards = new ArrayList<>(lines.subList(0, 4));
        backwards.addAll(events);
        SpaceTime read = SpaceTimeFile.read(backwards);
        assertThat(read.messages()).containsExactlyInAnyOrderElementsOf(diagram.messages());
        assertThat(read.marks()).isEqualTo(diagram.marks());
    }

    @Test
    void filesOfSeveralProcessesMayStandOneBehindTheOther() {
        SpaceTime read = SpaceTimeFile.read(List.of(
                "quorate-trace 1",
                "scale nanoseconds",
                "nodes a b",
                "10 a send b a1 Ping",
                "quorate-trace 1",
                "scale nanoseconds",
                "nodes a b",
                "25 b receive a1"));
        assertThat(read.nodes()).containsExactly("a", "b");
        assertThat(read.messages()).containsExactly(new SpaceTime.Message(0, 1, 10, 25, "Ping", "Ping"));
    }

    @Test
    void aMessageReceivedTwiceIsTwoArrowsAndOneNeverReceivedIsLost() {
        SpaceTime read = SpaceTimeFile.read(List.of(
                "quorate-trace 1",
                "nodes a b",
                "1 a send b m Ping",
                "2 b receive m",
                "3 b receive m",
                "4 b send a k Pong"));
        assertThat(read.messages()).extracting(SpaceTime.Message::receivedAt).containsExactly(2L, 3L, SpaceTime.NEVER);
    }

    @Test
    void whatCannotBeReadIsRefusedWithItsLine() {
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("hello"))).hasMessageContaining("no trace file");
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("quorate-trace 1", "nodes a", "1 b wait 1")))
                .hasMessageContaining("line 3")
                .hasMessageContaining("no node b");
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("quorate-trace 1", "nodes a", "1 a dances wildly")))
                .hasMessageContaining("the verbs are");
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("quorate-trace 1", "nodes a", "1 a receive m9")))
                .hasMessageContaining("no line sends the message m9");
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("quorate-trace 1", "nodes a b", "1 a mend b")))
                .hasMessageContaining("nothing has cut what goes from a to b");
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("quorate-trace 1", "nodes a b", "1 a cut b", "2 a cut b")))
                .hasMessageContaining("is cut already");
        assertThatThrownBy(() -> SpaceTimeFile.read(List.of("quorate-trace 1"))).hasMessageContaining("names no nodes");
    }
}
