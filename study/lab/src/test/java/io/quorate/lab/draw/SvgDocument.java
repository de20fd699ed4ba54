// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A picture as tests look at it; what is not well-formed cannot be parsed. */
public record SvgDocument(Document document) {
    public static SvgDocument parse(String svg) throws Exception {
        return new SvgDocument(DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg))));
    }

    public Element root() {
        return document.getDocumentElement();
    }

    /** What is said to readers who do not see the picture. */
    public String title() {
        return document.getElementsByTagName("title").item(0).getTextContent();
    }

    /** The elements with this name; only those of a style class unless it is empty. */
    public List<Element> elements(String name, String styleClass) {
        NodeList all = document.getElementsByTagName(name);
        List<Element> found = new ArrayList<>();
        for (int place = 0; place < all.getLength(); place++) {
            Element element = (Element) all.item(place);
            if (styleClass.isEmpty()
                    || List.of(element.getAttribute("class").split(" ")).containsAll(List.of(styleClass.split(" ")))) {
                found.add(element);
            }
        }
        return found;
    }
}
