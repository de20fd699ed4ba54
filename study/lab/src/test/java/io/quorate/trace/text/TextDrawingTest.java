// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.draw.SampleDiagrams;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextDrawingTest {
    @Test
    void aColumnForEachNodeAndALineForEachMessage() {
        assertThat(TextDrawing.draw(SampleDiagrams.twoContend())).isEqualTo("""
                        two contend, and a link is reset
                        step   n1                 n2                 n3
                           1   ┊──Request 1.n1───╳│                  │   does not arrive; n1 waits
                           2   ┊                  ┊                  │   n2 waits
                           3   ┊                  ┊──Request 1.n2───▶│   sent 2
                           4   ┊╌╌╌╌╌╌╌╌╳╌╌╌╌╌╌╌╌╌┊                  │   link reset
                           5   ┊──Request 1.n1───▶┊                  │   sent 4
                           6   █◀──Grant 1.n1 #1──┊                  │   sent 5; n1 holds
                           7   █                  ┊◀──Grant 1.n2 #1──│   sent 3
                           8   │                  ┊                  │   n1 releases
                           9   │──Release 1.n1───▶█                  │   sent 8; n2 holds
                          10   │                  │                  │   n2 releases
                          11   │                  │──Release 1.n2───▶│   sent 10
                               │ idle  ┊ waits  █ holds
                        """);
    }

    @Test
    void crashesAndCutsAreMarked() {
        assertThat(TextDrawing.draw(SampleDiagrams.misfortunes())).isEqualTo("""
                        misfortunes
                        step   n1                n2                n3
                           1   ┊                 │                 │   n1 waits
                           2   ┊──Request 1.n1──▶│                 │   sent 1
                           3   █◀────Grant 1.n1──│                 │   sent 2; n1 holds
                           4   █                 │                 │   cut: n1 n2 | n3
                           5   x                 │                 │   n1 crashes
                           6   x                 │──Request 2.n2──╳│   does not arrive
                           7   x                 │                 │   mended: n1 n2 | n3
                           8   │                 │                 │   n1 starts again
                           9   │                 │                 ◆   suspects n2
                           9   │                 │                 │   cut: n2 ⇥ n3
                               │ idle  ┊ waits  █ holds  x has crashed
                        """);
    }

    @Test
    void whereManyNodesLeaveNoRoomTheTextsStandAtTheEndOfTheirLines() {
        List<String> lines =
                TextDrawing.draw(SampleDiagrams.crowded(13, 200)).lines().toList();
        assertThat(lines)
                .contains(
                        "     time   n1  n2  n3  n4  n5  n6  n7  n8  n9  n10 n11 n12 n13",
                        "734.67 us   █   │   │   │───┼───┼───┼───┼───┼───┼──▶│   │   │   Other 6.n4, sent 446.30 us",
                        "  1.41 ms   │   │   │   │   │   │   │   │   │   │◀──┼───┼───│   Inquire 11.n13, sent 1.00 ms")
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(110));
        assertThat(lines.stream().filter(line -> line.contains("n12 n13"))).hasSizeGreaterThan(4);
    }

    @Test
    void inATerminalEveryKindHasItsColour() {
        String coloured = TextDrawing.drawColoured(SampleDiagrams.twoContend());
        assertThat(coloured).contains("\u001b[38;5;33m──Request 1.n1───▶\u001b[0m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", ""))
                .isEqualTo(TextDrawing.draw(SampleDiagrams.twoContend()));
    }

    @Test
    void anArrowCrossesTheNodesBetweenAndALongLabelIsCut() {
        SpaceTime diagram = SpaceTime.of("", Scale.STEPS, List.of("n1", "n2", "n3", "n4", "n5", "n6"))
                .message(new Message(5, 0, 1, 2, "Grant", "Grant 1.n1 #1 contended"))
                .message(new Message(0, 1, 1, 3, "Request", "Request 1000000.n1 shared"))
                .span(new Span(0, Activity.HOLDING_SHARED, 2, SpaceTime.NEVER, ""))
                .build();
        assertThat(TextDrawing.draw(diagram).lines())
                .anySatisfy(
                        line -> assertThat(line).contains("▓◀").contains("┼").contains("Grant 1.n1 #1 contended──│"))
                .anySatisfy(line -> assertThat(line).contains("──Request 100…"));
    }

    @Test
    void threeNodesWithLongMessagesFitIntoAUsualTerminal() {
        SpaceTime diagram = SpaceTime.of("", Scale.NANOSECONDS, List.of("n1", "n2", "n3"))
                .message(new Message(1, 0, 123_450_000, 124_000_000, "Grant", "Grant 13.n1 #1 contended"))
                .span(new Span(0, Activity.HOLDING, 124_500_000, 156_280_000, "demo"))
                .build();
        assertThat(TextDrawing.draw(diagram).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void aWaitThatLeadsToNoHoldWasGivenUp() {
        SpaceTime diagram = SpaceTime.of("", Scale.NANOSECONDS, List.of("n1"))
                .span(new Span(0, Activity.WAITING, 1_000, 2_500_000, "orders"))
                .build();
        assertThat(TextDrawing.draw(diagram))
                .contains("1.00 us   ┊   n1 waits orders")
                .contains("n1 gives up orders");
    }
}
