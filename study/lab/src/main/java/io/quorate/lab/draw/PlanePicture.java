// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.trace.svg.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A finite projective plane: nodes are points, quorums are lines. Of order 1 it is a triangle, of order 2 the drawing that
 * everybody knows; of a higher order, spokes: the lines through one node, on which every other node lies just once.
 */
final class PlanePicture {
    /** Beyond this there is no room for every node on a spoke. */
    static final int VOTERS_MAX = 60;

    private static final Point CENTRE = new Point(QuorumSheet.WIDTH / 2, QuorumSheet.TOP + 262);

    private final TwoQuorums quorums;
    private final List<NodeSet> lines;
    private final QuorumSheet sheet;

    private PlanePicture(TwoQuorums quorums, List<NodeSet> lines, String title) {
        this.quorums = quorums;
        this.lines = lines;
        this.sheet = new QuorumSheet(title, quorums);
    }

    /** The picture, if the system is a plane (whatever it calls itself) that is small enough for one. */
    static Optional<String> of(TwoQuorums quorums, String title) {
        List<NodeSet> lines = lines(quorums.system());
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        PlanePicture picture = new PlanePicture(quorums, lines, title);
        return Optional.of(
                switch (quorums.system().size()) {
                    case 3 -> picture.triangle();
                    case 7 -> picture.fano();
                    default -> picture.spokes();
                });
    }

    /** As many lines as points, every two with one point in common, each asked by one of its points: or else nothing. */
    private static List<NodeSet> lines(QuorumSystem system) {
        int voters = system.size();
        int onEach = system.quorumOf(NodeId.of(0)).size();
        if (voters < 3 || voters > VOTERS_MAX || onEach * (onEach - 1) + 1 != voters) {
            return List.of();
        }
        List<NodeSet> lines = new ArrayList<>();
        for (int node = 0; node < voters; node++) {
            NodeSet line = system.quorumOf(NodeId.of(node));
            boolean meetsAll =
                    lines.stream().allMatch(other -> other.intersection(line).size() == 1);
            if (line.size() != onEach || !line.contains(node) || !meetsAll) {
                return List.of();
            }
            lines.add(line);
        }
        return lines;
    }

    private String triangle() {
        int top = quorums.first().index();
        int left = quorums.firstQuorum().without(quorums.first()).next(0);
        int right = NodeSet.first(3).minus(quorums.firstQuorum()).next(0);
        Point[] at = new Point[3];
        for (int corner = 0; corner < 3; corner++) {
            int node = corner == 0 ? top : corner == 1 ? right : left;
            at[node] = CENTRE.towards(corner / 3.0, 190).moved(0, -10);
        }
        drawStraight(at);
        drawNodes(at, 22);
        return sheet.finish(
                QuorumSheet.TOP + 400, "Three nodes, three lines of two: any two lines meet in exactly one node.");
    }

    private String fano() {
        // Any three points that are on no common line can be the corners; all else follows.
        int top = quorums.first().index();
        int left = quorums.firstQuorum().without(quorums.first()).next(0);
        int right = NodeSet.first(7).minus(quorums.firstQuorum()).next(0);
        double radius = 245;
        Point[] at = new Point[7];
        at[top] = CENTRE.towards(0, radius).moved(0, 12);
        at[right] = CENTRE.towards(1 / 3.0, radius).moved(0, 12);
        at[left] = CENTRE.towards(2 / 3.0, radius).moved(0, 12);
        int onLeft = third(top, left);
        int onRight = third(top, right);
        int below = third(left, right);
        int inner = third(top, below);
        at[onLeft] = at[top].halfwayTo(at[left]);
        at[onRight] = at[top].halfwayTo(at[right]);
        at[below] = at[left].halfwayTo(at[right]);
        at[inner] = CENTRE.moved(0, 12);
        drawStraight(at);
        int circle = lineWith(onLeft, onRight);
        sheet.svg()
                .add(
                        "<circle class=\"way %\"% cx=\"%\" cy=\"%\" r=\"%\"/>",
                        style(circle), strokeOf(circle), at[inner].x(), at[inner].y(), radius / 2);
        drawNodes(at, 22);
        return sheet.finish(
                QuorumSheet.TOP + 434,
                "Seven nodes, seven lines of three (the circle is one): any two lines meet in exactly one node.");
    }

    private int third(int one, int other) {
        return lines.get(lineWith(one, other))
                .without(NodeId.of(one))
                .without(NodeId.of(other))
                .next(0);
    }

    private int lineWith(int one, int other) {
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).contains(one) && lines.get(line).contains(other)) {
                return line;
            }
        }
        throw new IllegalArgumentException("no line has both n" + (one + 1) + " and n" + (other + 1));
    }

    /** Draws the lines whose points are in a row; the two that are asked last, above the others. */
    private void drawStraight(Point[] at) {
        for (int pass = 0; pass < 2; pass++) {
            for (int line = 0; line < lines.size(); line++) {
                boolean asked = !style(line).isEmpty();
                if (asked == (pass == 1)) {
                    drawIfStraight(line, at);
                }
            }
        }
    }

    private void drawIfStraight(int line, Point[] at) {
        List<Point> points = points(lines.get(line), at);
        points.sort((one, other) -> Double.compare(one.x() + one.y() / 1000, other.x() + other.y() / 1000));
        Point start = points.get(0);
        Point end = points.get(points.size() - 1);
        for (Point point : points) {
            double cross =
                    (end.x() - start.x()) * (point.y() - start.y()) - (end.y() - start.y()) * (point.x() - start.x());
            if (Math.abs(cross) > 1) {
                return; // the circle
            }
        }
        sheet.svg()
                .add(
                        "<path class=\"way %\"% d=\"M % % L % %\"/>",
                        style(line), strokeOf(line), start.x(), start.y(), end.x(), end.y());
    }

    private static List<Point> points(NodeSet line, Point[] at) {
        List<Point> points = new ArrayList<>();
        for (int node = line.next(0); node >= 0; node = line.next(node + 1)) {
            points.add(at[node]);
        }
        return points;
    }

    private String style(int line) {
        NodeSet members = lines.get(line);
        return members.equals(quorums.firstQuorum())
                ? "first-way"
                : members.equals(quorums.secondQuorum()) ? "second-way" : "";
    }

    /** A line that nobody asks has a colour of its own. */
    private Object strokeOf(int line) {
        return Svg.markup(style(line).isEmpty() ? " stroke=\"" + Palette.other(line) + "\" stroke-width=\"2\"" : "");
    }

    private void drawNodes(Point[] at, double radius) {
        for (int node = 0; node < at.length; node++) {
            sheet.node(node, quorums.roleOf(node), at[node], radius);
        }
    }

    private String spokes() {
        int hub = quorums.first().index();
        List<Integer> spokes = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).contains(hub)) {
                spokes.add(line);
            }
        }
        int order = spokes.size() - 1;
        int middle = (order + 1) / 2;
        double step = 238.0 / (order + 0.35);
        Point[] at = new Point[lines.size()];
        at[hub] = CENTRE;
        List<Point> across = new ArrayList<>();
        for (int place = 0; place < spokes.size(); place++) {
            NodeSet others = lines.get(spokes.get(place)).without(quorums.first());
            int crossing = others.intersection(quorums.secondQuorum()).next(0);
            int rank = 1;
            for (int node = others.next(0); node >= 0; node = others.next(node + 1)) {
                // Nodes may stand on a spoke in any order: those of the other line at the same distance, so that it is
                // a ring.
                boolean crosses = node == crossing;
                rank += !crosses && rank == middle ? 1 : 0;
                int distance = crosses ? middle : rank++;
                at[node] = CENTRE.towards((double) place / spokes.size(), step * (distance + 0.35));
            }
            across.add(at[crossing]);
            Point end = CENTRE.towards((double) place / spokes.size(), step * (order + 0.35));
            sheet.svg()
                    .add(
                            "<path class=\"way %\"% d=\"M % % L % %\"/>",
                            style(spokes.get(place)),
                            strokeOf(spokes.get(place)),
                            CENTRE.x(),
                            CENTRE.y(),
                            end.x(),
                            end.y());
        }
        sheet.figure("way second-way", across);
        drawNodes(at, Math.min(19, step * 0.36));
        String hubName = quorums.first().toString();
        return sheet.finish(
                CENTRE.y() + 270,
                "The spokes are the " + spokes.size() + " lines through " + hubName
                        + ", dashed is another one: any two lines meet in exactly one node.");
    }
}
