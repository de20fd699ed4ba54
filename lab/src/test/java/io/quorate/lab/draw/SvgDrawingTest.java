package io.quorate.lab.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.draw.SpaceTime.Message;
import io.quorate.lab.draw.SpaceTime.Scale;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SvgDrawingTest {
    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> elements(Document document, String name, String styleClass) {
        NodeList all = document.getElementsByTagName(name);
        List<Element> found = new ArrayList<>();
        for (int place = 0; place < all.getLength(); place++) {
            Element element = (Element) all.item(place);
            if (styleClass.isEmpty() || element.getAttribute("class").equals(styleClass)) {
                found.add(element);
            }
        }
        return found;
    }

    @Test
    void everyMessageIsDrawnAndSaysWhatItIs() throws Exception {
        for (SpaceTime diagram : List.of(SampleDiagrams.twoContend(), SampleDiagrams.crowded(13, 200))) {
            Document picture = parse(SvgDrawing.draw(diagram));
            assertThat(elements(picture, "g", "message"))
                    .extracting(
                            arrow -> arrow.getElementsByTagName("title").item(0).getTextContent())
                    .containsExactlyInAnyOrderElementsOf(
                            diagram.messages().stream().map(Message::text).toList());
        }
    }

    @Test
    void everyHoldAndEveryWaitIsABar() throws Exception {
        Document picture = parse(SvgDrawing.draw(SampleDiagrams.twoContend()));
        // One more of each stands in the legend.
        assertThat(elements(picture, "rect", "hold")).hasSize(2 + 1);
        assertThat(elements(picture, "rect", "wait")).hasSize(2 + 1);
    }

    @Test
    void textsCannotBreakOutOfThePicture() throws Exception {
        String nasty = "<script>alert('1')</script> & \"quotes\" \u0000 ]]>";
        SpaceTime diagram = SpaceTime.of(nasty, Scale.STEPS, List.of(nasty, "n2"))
                .message(new Message(0, 1, 1, 2, nasty, nasty))
                .build();
        String svg = SvgDrawing.draw(diagram);
        assertThat(svg).doesNotContain("<script");
        assertThat(parse(svg).getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo(nasty.replace('\u0000', '\uFFFD'));
    }

    @Test
    void nothingAtAllCanBeDrawn() throws Exception {
        SpaceTime empty = SpaceTime.of("", Scale.STEPS, List.of("n1")).build();
        assertThat(parse(SvgDrawing.draw(empty)).getDocumentElement().getTagName())
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
