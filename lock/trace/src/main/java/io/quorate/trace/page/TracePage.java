// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.page;

import io.quorate.trace.Kinds;
import io.quorate.trace.Moments;
import io.quorate.trace.Requests;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import io.quorate.trace.SpaceTime.State;
import io.quorate.trace.Times;
import io.quorate.trace.svg.Annotations;
import io.quorate.trace.svg.DiagramBody;
import io.quorate.trace.svg.DiagramStyle;
import io.quorate.trace.svg.Layout;
import io.quorate.trace.svg.Legend;
import io.quorate.trace.svg.Svg;
import io.quorate.trace.svg.SvgPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A diagram as a page for a browser, in which it is stepped through forwards and backwards. It is one file that needs nothing else
 * and no network; a page of a {@link Collection} has its style and script in files beside it. The page holds the picture, what happens at each moment and the states of the nodes, all made here; its
 * script only shows and hides. Without the script it is still the picture.
 */
public final class TracePage {
    /** The name of the style that the pages of a collection share. */
    public static final String STYLE_FILE = "trace.css";

    /** The name of the script that the pages of a collection share. */
    public static final String SCRIPT_FILE = "trace.js";

    private static final double TOP = 26;
    private static final List<String> SCRIPTS = List.of("run.js", "state.js", "panel.js", "stage.js", "controls.js");

    private final SpaceTime diagram;
    private final String heading;
    private final String about;
    private final Collection collection;
    private final Moments moments;
    private final Requests requests;
    private final Kinds kinds;
    private final Layout layout;
    private final Svg html = new Svg();

    /**
     * Many pages that share one style and one script, and lead to each other.
     *
     * @param assets the address of the folder with the files {@link #STYLE_FILE} and {@link #SCRIPT_FILE}, from the page, as in
     *     {@code ../}; an empty text puts both into the page
     * @param links where else to go, above the heading
     */
    public record Collection(String assets, List<Link> links) {
        /** A page that stands for itself. */
        public static final Collection NONE = new Collection("", List.of());

        /** Another page. */
        public record Link(String address, String text) {}
    }

    private TracePage(SpaceTime diagram, String heading, String about, Collection collection) {
        this.diagram = diagram;
        this.heading = heading;
        this.about = about;
        this.collection = collection;
        this.moments = new Moments(diagram);
        this.requests = new Requests(diagram);
        this.kinds = new Kinds(diagram.kinds());
        this.layout = Layout.of(diagram, TOP);
    }

    /** The text of the page, under a heading; {@code about} says in a sentence or three what is seen, or nothing. */
    public static String of(SpaceTime diagram, String heading, String about) {
        return of(diagram, heading, about, Collection.NONE);
    }

    /** The text of the page as one of a collection. */
    public static String of(SpaceTime diagram, String heading, String about, Collection collection) {
        return new TracePage(diagram, heading, about, collection).write();
    }

    /** The content of the file {@link #STYLE_FILE} of a collection. */
    public static String style() {
        return (SvgPage.STYLE + "\n" + DiagramStyle.markup()).replaceAll("</?style>\\n?", "") + resource("page.css");
    }

    /** The content of the file {@link #SCRIPT_FILE} of a collection. */
    public static String script() {
        StringBuilder script = new StringBuilder("\"use strict\";\n(() => {\n");
        SCRIPTS.forEach(part -> script.append(resource(part)));
        return script.append("})();\n").toString();
    }

    private String write() {
        html.raw("<!DOCTYPE html>");
        html.raw("<html lang=\"en\"><head><meta charset=\"utf-8\">");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        html.add("<title>%</title>", heading);
        boolean isAlone = collection.assets().isEmpty();
        if (isAlone) {
            html.raw("<style>\n" + style() + "</style>");
        } else {
            html.add("<link rel=\"stylesheet\" href=\"%%\">", collection.assets(), STYLE_FILE);
        }
        html.raw("</head><body>");
        writeHeader();
        html.raw("<main>");
        writeStage();
        html.raw(resource("panel.html"));
        html.raw("</main>");
        writeMoments();
        writeStates();
        if (isAlone) {
            html.raw("<script>\n" + script() + "</script>");
        } else {
            html.add("<script src=\"%%\"></script>", collection.assets(), SCRIPT_FILE);
        }
        html.raw("</body></html>");
        return html.toString();
    }

    private void writeHeader() {
        html.raw("<header>");
        if (!collection.links().isEmpty()) {
            html.raw("<nav>");
            collection.links().forEach(link -> html.add("<a href=\"%\">%</a>", link.address(), link.text()));
            html.raw("</nav>");
        }
        html.add("<h1>%</h1>", heading);
        if (!about.isEmpty()) {
            html.add("<p id=\"about\">%</p>", about);
        }
        html.raw(resource("controls.html"));
        html.raw("<datalist id=\"stamps\">");
        requests.all().forEach(stamp -> html.add("<option value=\"%\"></option>", stamp));
        html.raw("</datalist><div id=\"legend\">");
        for (String kind : diagram.kinds()) {
            long count = diagram.messages().stream()
                    .filter(message -> message.kind().equals(kind))
                    .count();
            html.add(
                    "<button type=\"button\" class=\"%\" data-kind=\"%\" aria-pressed=\"false\">",
                    kinds.style(kind), kind);
            writeSample("kind", kind);
            html.add("% <small>%</small></button>", kind, count);
        }
        for (String sample : Legend.samples(diagram)) {
            html.raw("<span>");
            writeSample(sample.substring(0, sample.indexOf(' ')), "");
            html.add("%</span>", sample.substring(sample.indexOf(' ') + 1));
        }
        html.raw("</div></header>");
    }

    private void writeSample(String sample, String kind) {
        html.raw("<svg width=\"22\" height=\"12\" viewBox=\"0 0 22 12\" aria-hidden=\"true\">");
        Legend.drawSample(html, kinds, sample, kind, 0, 6);
        html.raw("</svg>");
    }

    private void writeStage() {
        html.add(
                "<div id=\"stage\" tabindex=\"0\" aria-label=\"space-time diagram\"><div id=\"heads\" data-width=\"%\">",
                layout.width());
        for (int node = 0; node < diagram.nodes().size(); node++) {
            html.add(
                    "<button type=\"button\" data-node=\"%\" data-x=\"%\" aria-pressed=\"false\">%</button>",
                    node, layout.columns().x(node), diagram.nodes().get(node));
        }
        double height = layout.bottom() + SvgPage.MARGIN;
        html.raw("</div>");
        html.add(
                "<svg id=\"diagram\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 % %\" width=\"%\" height=\"%\" role=\"img\">",
                layout.width(), height, layout.width(), height);
        html.add("<title>%</title>", heading);
        html.raw(DiagramStyle.definitions());
        new DiagramBody(diagram, layout, kinds, html, new PageAnnotations()).draw();
        html.add("<rect id=\"veil\" x=\"0\" y=\"0\" width=\"%\" height=\"%\"/>", layout.width(), height);
        html.add("<line id=\"cursor\" x1=\"0\" y1=\"0\" x2=\"%\" y2=\"0\"/></svg></div>", layout.width());
    }

    private void writeMoments() {
        String unit = diagram.scale() == Scale.STEPS ? "step" : "time";
        html.add("<ol id=\"moments\" data-unit=\"%\" hidden>", unit);
        List<List<String>> told = moments.tell();
        for (int number = 0; number < told.size(); number++) {
            long time = moments.time(number);
            html.add("<li data-at=\"%\" data-y=\"%\">", Times.text(time, diagram.scale()), layout.y(time));
            told.get(number).forEach(line -> html.add("<p>%</p>", line));
            html.raw("</li>");
        }
        html.raw("</ol>");
    }

    private void writeStates() {
        html.raw("<ol id=\"states\" hidden>");
        for (State state : diagram.states()) {
            html.add(
                    "<li data-node=\"%\" data-moment=\"%\">%</li>", state.node(), moments.at(state.at()), state.text());
        }
        html.raw("</ol>");
    }

    private static String resource(String name) {
        try (InputStream stream = TracePage.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(
                        "the part " + name + " of the page is missing in this build; build it again");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("the part " + name + " of the page cannot be read; build it again", broken);
        }
    }

    /** The data about the drawing that the script needs. */
    private final class PageAnnotations implements Annotations {
        private final Map<Message, Integer> numbers = new LinkedHashMap<>();

        @Override
        public String of(Message message) {
            int number = numbers.computeIfAbsent(message, each -> numbers.size());
            String received = message.isReceived() ? " data-got=\"" + moments.at(message.receivedAt()) + "\"" : "";
            return " data-m=\"" + number + "\" data-from=\"" + message.from() + "\" data-to=\"" + message.to()
                    + "\" data-sent=\"" + moments.at(message.sentAt()) + "\"" + received
                    + " data-kind=\"" + Svg.escaped(message.kind())
                    + "\" data-stamps=\"" + Svg.escaped(String.join(" ", requests.in(message))) + "\"";
        }

        @Override
        public String of(Span span) {
            String end = span.to() == SpaceTime.NEVER ? "" : " data-to=\"" + moments.at(span.to()) + "\"";
            return " data-span=\"" + span.activity() + "\" data-node=\"" + span.node() + "\" data-from=\""
                    + moments.at(span.from()) + "\"" + end + " data-stamps=\"" + Svg.escaped(requests.of(span))
                    + "\" data-label=\"" + Svg.escaped(span.label()) + "\"";
        }
    }
}
