// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.draw.TwoQuorums.Role;
import io.quorate.trace.svg.Svg;
import io.quorate.trace.svg.SvgPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The sheet for a picture of a quorum system: title and legend above, a caption below, and nodes that look the same in every
 * picture. Colour-blind readers tell solid from dashed lines; the common voters of two quorums have a second ring.
 */
final class QuorumSheet {
    static final double WIDTH = 720;
    static final double TOP = 74;

    /** How many letters fit into a line of the caption. */
    private static final int CAPTION_LINE = 102;

    private static final String STYLE = """
            <style>
              .voter { fill: #ffffff; stroke: #9aa5b1; stroke-width: 1.5; } .ring { fill: none; stroke: #1f2933; stroke-width: 1.6; }
              .first { fill: #3b82d6; fill-opacity: 0.24; stroke: #3b82d6; stroke-width: 3; }
              .second { fill: #d97a1f; fill-opacity: 0.24; stroke: #d97a1f; stroke-width: 3; stroke-dasharray: 5 3; }
              .way { fill: none; stroke-linejoin: round; stroke-linecap: round; } .pale { stroke: #c3cad2; stroke-width: 1.5; }
              .first-way, .second-way { stroke: #3b82d6; stroke-width: 5; stroke-opacity: 0.75; }
              .second-way { stroke: #d97a1f; stroke-dasharray: 7 6; } .thin { stroke-width: 1.5; stroke-dasharray: none; }
              .dots { stroke: #1f2933; } .box { fill: none; stroke: #9aa5b1; } .strip { stroke-width: 1; }
              .asks { font-weight: bold; }
              .figure { fill-opacity: 0.1; stroke-opacity: 0.75; }
              .first-box { fill: none; stroke: #3b82d6; stroke-width: 2; }
              .second-box { fill: none; stroke: #d97a1f; stroke-width: 2; stroke-dasharray: 5 3; }
              .band { fill: none; stroke-width: 14; stroke-dasharray: none; } .aside { stroke: #dfe4e9; } .both { stroke: #1f2933; }
              .failed { stroke: #d8434e; stroke-width: 3; fill: none; stroke-linecap: round; }
              @media (prefers-color-scheme: dark) {
                .voter { fill: #14181d; stroke: #5d6975; } .ring { stroke: #e8edf2; } .pale { stroke: #3a444f; }
                .dots { stroke: #e8edf2; } .box { stroke: #5d6975; } .aside { stroke: #3a444f; } .both { stroke: #e8edf2; }
              }
            </style>""";

    private final String title;
    private final NodeSet requesters;
    private final Svg svg = new Svg();
    private final List<Sample> samples = new ArrayList<>();

    /** One entry of the legend. */
    private record Sample(Role role, boolean failed, String text) {}

    /** A sheet on which these requesters' names stand out; its legend is still to be written. */
    QuorumSheet(String title, NodeSet requesters) {
        this.title = title;
        this.requesters = requesters;
    }

    /** A sheet whose legend tells of two requesters. */
    QuorumSheet(String title, TwoQuorums quorums) {
        this(title, NodeSet.of(quorums.first(), quorums.second()));
        explain(Role.FIRST, asks(quorums.first(), quorums.firstQuorum()));
        if (quorums.areTwo()) {
            explain(Role.SECOND, asks(quorums.second(), quorums.secondQuorum()));
            explain(Role.BOTH, "asked by both");
        }
    }

    private static String asks(NodeId requester, NodeSet quorum) {
        return requester + " asks these " + count(quorum.size());
    }

    /** A number as people read it. */
    static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Where to draw, below the title and the legend. */
    Svg svg() {
        return svg;
    }

    /** Says in the legend what nodes that look so are. */
    void explain(Role role, String text) {
        samples.add(new Sample(role, false, text));
    }

    /** Says in the legend what crossed nodes are. */
    void explainFailed(String text) {
        samples.add(new Sample(Role.ASIDE, true, text));
    }

    /** A voter, with its name in it if there is room, else outside, away from the centre. */
    void node(int node, Role role, Point at, double radius, Point centre) {
        String name = NodeId.of(node).toString();
        svg.add(
                "<g class=\"node\" data-node=\"%\" data-role=\"%\">",
                name, role.name().toLowerCase(Locale.ROOT));
        disc(svg, role, at, radius);
        double size = fontSize(name, radius);
        if (size >= 8.5) {
            label(nameStyle(node), at.moved(0, size * 0.36), size, name);
        } else {
            double away = Math.hypot(at.x() - centre.x(), at.y() - centre.y());
            double share = (away + radius + 11) / Math.max(1, away);
            Point outside =
                    new Point(centre.x() + (at.x() - centre.x()) * share, centre.y() + (at.y() - centre.y()) * share);
            label(nameStyle(node), outside.moved(0, 3), 9, name);
        }
        svg.raw("</g>");
    }

    /** The names of those who ask are bold. */
    String nameStyle(int node) {
        return requesters.contains(node) ? "ink asks" : "ink";
    }

    /** A voter with its name in it. */
    void node(int node, Role role, Point at, double radius) {
        node(node, role, at, radius, at);
    }

    /** A voter that is crossed out, with its name still to be read. */
    void failedNode(int node, Point at, double radius) {
        String name = NodeId.of(node).toString();
        svg.add("<g class=\"node\" data-node=\"%\" data-role=\"failed\">", name);
        disc(svg, Role.ASIDE, at, radius);
        double reach = radius * 1.05;
        svg.add(
                "<path class=\"failed\" d=\"M % % l % % m 0 % l % %\"/>",
                at.x() - reach, at.y() - reach, 2 * reach, 2 * reach, -2 * reach, -2 * reach, 2 * reach);
        double size = fontSize(name, radius);
        label("ink halo", at.moved(0, size * 0.36), size, name);
        svg.raw("</g>");
    }

    /** So that the name fits into the disc; all names of up to three letters have the same size. */
    private static double fontSize(String name, double radius) {
        return Math.min(14, (2 * radius - 4) / (0.62 * Math.max(3, name.length())));
    }

    private static void disc(Svg svg, Role role, Point at, double radius) {
        circle(svg, "voter", at, radius);
        switch (role) {
            case ASIDE -> {}
            case FIRST -> circle(svg, "first", at, radius);
            case SECOND -> circle(svg, "second", at, radius);
            case BOTH -> {
                half(svg, "first", at, radius, 0);
                half(svg, "second", at, radius, 1);
                circle(svg, "ring", at, radius + 4.5);
            }
        }
    }

    private static void circle(Svg svg, String style, Point at, double radius) {
        svg.add("<circle class=\"%\" cx=\"%\" cy=\"%\" r=\"%\"/>", style, at.x(), at.y(), radius);
    }

    private static void half(Svg svg, String style, Point at, double radius, int side) {
        svg.add(
                "<path class=\"%\" d=\"M % % A % % 0 0 % % %\"/>",
                style, at.x(), at.y() - radius, radius, radius, side, at.x(), at.y() + radius);
    }

    /** A text in the middle of a place. */
    void label(String style, Point at, double size, String text) {
        svg.add(
                "<text class=\"%\" x=\"%\" y=\"%\" font-size=\"%\" text-anchor=\"middle\">%</text>",
                style, at.x(), at.y(), size, text);
    }

    /** A line through points, straight from each to the next. */
    void way(String style, List<Point> points) {
        svg.add("<path class=\"way %\" d=\"M %\"/>", style, listed(points));
    }

    /** A closed line through points; what it encloses is coloured only if the style says so. */
    void figure(String style, List<Point> corners) {
        svg.add("<path class=\"%\" d=\"M % z\"/>", style, listed(corners));
    }

    private static String listed(List<Point> points) {
        return points.stream()
                .map(point -> Svg.number(point.x()) + " " + Svg.number(point.y()))
                .collect(Collectors.joining(" L "));
    }

    /** The finished picture; what was drawn ends at {@code bottom}. */
    String finish(double bottom, String caption) {
        List<String> lines = lines(caption);
        double height = bottom + 22 + 17 * lines.size();
        Svg whole = new Svg();
        SvgPage.open(whole, WIDTH, height, title + ": " + caption, title);
        whole.raw(STYLE);
        drawLegend(whole);
        whole.raw(svg.toString().stripTrailing());
        double y = bottom + 24;
        for (String line : lines) {
            whole.add("<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"12.5\">%</text>", SvgPage.MARGIN, y, line);
            y += 17;
        }
        whole.add("</svg>");
        return whole.toString();
    }

    private void drawLegend(Svg whole) {
        double x = SvgPage.MARGIN;
        for (Sample sample : samples) {
            Point at = new Point(x + 8, SvgPage.MARGIN + 30);
            disc(whole, sample.role, at, 7);
            if (sample.failed) {
                whole.add("<path class=\"failed\" d=\"M % % l 13 13 m 0 -13 l -13 13\"/>", at.x() - 6.5, at.y() - 6.5);
            }
            whole.add(
                    "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"12\">%</text>",
                    at.x() + 17, at.y() + 4.3, sample.text);
            x += 46 + sample.text.length() * 7.2;
        }
    }

    private static List<String> lines(String caption) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : caption.split(" ", -1)) {
            if (line.length() + word.length() + 1 > CAPTION_LINE) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
