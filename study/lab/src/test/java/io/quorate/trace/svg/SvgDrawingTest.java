// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.draw.SampleDiagrams;
import io.quorate.lab.draw.SvgDocument;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.text.TextDrawing;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class SvgDrawingTest {
    @Test
    void everyMessageIsDrawnAndSaysWhatItIs() throws Exception {
        for (SpaceTime diagram : List.of(SampleDiagrams.twoContend(), SampleDiagrams.crowded(13, 200))) {
            SvgDocument picture = SvgDocument.parse(SvgDrawing.draw(diagram));
            assertThat(picture.elements("g", "message"))
                    .extracting(
                            arrow -> arrow.getElementsByTagName("title").item(0).getTextContent())
                    .containsExactlyInAnyOrderElementsOf(
                            diagram.messages().stream().map(Message::text).toList());
        }
    }

    @Test
    void everyHoldAndEveryWaitIsABar() throws Exception {
        SvgDocument picture = SvgDocument.parse(SvgDrawing.draw(SampleDiagrams.twoContend()));
        // One more of each stands in the legend.
        assertThat(picture.elements("rect", "hold")).hasSize(2 + 1);
        assertThat(picture.elements("rect", "wait")).hasSize(2 + 1);
    }

    @Test
    void crashesAndCutsAreMarked() throws Exception {
        SvgDocument picture = SvgDocument.parse(SvgDrawing.draw(SampleDiagrams.misfortunes()));
        // One more of each stands in the legend.
        assertThat(picture.elements("rect", "down")).hasSize(1 + 1);
        assertThat(picture.elements("rect", "cut")).hasSize(2 + 1);
        assertThat(picture.elements("rect", "cut"))
                .extracting(Element::getTextContent)
                .contains("cut: n1 n2 | n3", "cut: n2 ⇥ n3");
        assertThat(picture.elements("text", "alarm"))
                .extracting(Element::getTextContent)
                .contains("crashes", "starts again", "cut: n1 n2 | n3", "cut: n2 ⇥ n3");
    }

    @Test
    void thirteenNodesAndTwoHundredMessagesStayReadable() throws Exception {
        SpaceTime diagram = SampleDiagrams.crowded(13, 200);
        SvgDocument picture = SvgDocument.parse(SvgDrawing.draw(diagram));
        // Four of five arrows have a label, and what is under a label is at most two other lines.
        assertThat(picture.elements("text", "label")).hasSizeGreaterThan(160);
        double width = Double.parseDouble(picture.root().getAttribute("width"));
        assertThat(width).isLessThan(1300);
    }

    @Test
    void textsCannotBreakOutOfThePicture() throws Exception {
        String nasty = "<script>alert('1')</script> & \"quotes\" \u0000 ]]>";
        SpaceTime diagram = SpaceTime.of(nasty, Scale.STEPS, List.of(nasty, "n2"))
                .message(new Message(0, 1, 1, 2, nasty, nasty))
                .build();
        String svg = SvgDrawing.draw(diagram);
        assertThat(svg).doesNotContain("<script");
        assertThat(SvgDocument.parse(svg).title()).isEqualTo(nasty.replace('\u0000', '\uFFFD'));
    }

    @Test
    void nothingAtAllCanBeDrawn() throws Exception {
        SpaceTime empty = SpaceTime.of("", Scale.STEPS, List.of("n1")).build();
        assertThat(SvgDocument.parse(SvgDrawing.draw(empty)).root().getTagName())
                .isEqualTo("svg");
        assertThat(TextDrawing.draw(empty)).contains("n1");
    }

    @Test
    void labelsDoNotLieOnEachOther() {
        Rectangle one = new Rectangle(0, 0, 100, 10, 0);
        assertThat(one.meets(new Rectangle(60, 0, 100, 10, 0))).isTrue();
        assertThat(one.meets(new Rectangle(0, 11, 100, 10, 0))).isFalse();
        assertThat(one.meets(new Rectangle(0, 30, 100, 10, Math.PI / 2))).isTrue();
        assertThat(one.meets(new Rectangle(0, 30, 40, 10, Math.PI / 4))).isFalse();
    }
}
