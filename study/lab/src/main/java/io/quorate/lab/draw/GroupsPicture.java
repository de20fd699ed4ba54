// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.Hierarchical;
import io.quorate.core.quorum.systems.Hierarchical.Group;
import io.quorate.trace.svg.SvgPage;
import java.util.List;
import java.util.Optional;

/** Voters in groups, and groups in groups, as boxes in boxes; a box in which a requester has a majority has its colour. */
final class GroupsPicture {
    private static final double CELL = 50;
    private static final double PADDING = 9;
    private static final double LABEL = 16;
    private static final double WIDTH_MAX = QuorumSheet.WIDTH - 2 * SvgPage.MARGIN;
    private static final double HEIGHT_MAX = 620;

    /** With smaller discs nobody could read the names in them. */
    private static final double SCALE_MIN = 0.58;

    private final TwoQuorums quorums;
    private final double scale;
    private final QuorumSheet sheet;

    /** How much room something takes, before it is made to fit. */
    private record Size(double width, double height) {}

    private GroupsPicture(TwoQuorums quorums, double scale, String title) {
        this.quorums = quorums;
        this.scale = scale;
        this.sheet = new QuorumSheet(title, quorums);
    }

    /** The picture, if the groups are few enough for one. */
    static Optional<String> of(Hierarchical system, TwoQuorums quorums, String title) {
        Size size = size(system.root(), 0);
        double scale = Math.min(1, Math.min(WIDTH_MAX / size.width, HEIGHT_MAX / size.height));
        if (scale < SCALE_MIN) {
            return Optional.empty();
        }
        GroupsPicture picture = new GroupsPicture(quorums, scale, title);
        Point corner = new Point((QuorumSheet.WIDTH - size.width * scale) / 2, QuorumSheet.TOP);
        picture.draw(system.root(), 0, corner);
        return Optional.of(picture.sheet.finish(
                QuorumSheet.TOP + size.height * scale,
                "A majority of the groups decides, and in each of them a majority: any two quorums share a voter."));
    }

    private static boolean isVoter(Group group) {
        return group.groups().isEmpty();
    }

    private static boolean hasVoters(Group group) {
        return group.groups().stream().allMatch(GroupsPicture::isVoter);
    }

    /** Groups of voters fill rows; larger groups stand beside each other and, one level below, under each other. */
    private static boolean isRow(Group group, int level) {
        return hasVoters(group) || level % 2 == 0;
    }

    private static int perRow(Group group) {
        int count = group.groups().size();
        return count <= 4 ? count : (int) Math.ceil(Math.sqrt(count));
    }

    private static Size size(Group group, int level) {
        if (isVoter(group)) {
            return new Size(CELL, CELL);
        }
        if (hasVoters(group)) {
            int rows = (group.groups().size() + perRow(group) - 1) / perRow(group);
            return new Size(perRow(group) * CELL + 2 * PADDING, rows * CELL + 2 * PADDING + LABEL);
        }
        double width = 0;
        double height = 0;
        for (Group part : group.groups()) {
            Size size = size(part, level + 1);
            width = isRow(group, level) ? width + size.width + PADDING : Math.max(width, size.width + PADDING);
            height = isRow(group, level) ? Math.max(height, size.height + PADDING) : height + size.height + PADDING;
        }
        return new Size(width + PADDING, height + PADDING + LABEL);
    }

    private void draw(Group group, int level, Point corner) {
        Size size = size(group, level);
        if (isVoter(group)) {
            Point middle = corner.moved(CELL * scale / 2, CELL * scale / 2);
            sheet.node(group.from(), quorums.roleOf(group.from()), middle, 19 * scale);
            return;
        }
        box(group, corner, size);
        double x = PADDING;
        double y = PADDING + LABEL;
        int place = 0;
        for (Group part : group.groups()) {
            draw(part, level + 1, corner.moved(x * scale, y * scale));
            Size taken = size(part, level + 1);
            boolean rowIsFull = hasVoters(group) && ++place % perRow(group) == 0;
            double gap = hasVoters(group) ? 0 : PADDING;
            if (rowIsFull) {
                x = PADDING;
                y += taken.height;
            } else if (isRow(group, level)) {
                x += taken.width + gap;
            } else {
                y += taken.height + gap;
            }
        }
    }

    private void box(Group group, Point corner, Size size) {
        outline("box", corner, size, 0);
        if (isAsked(quorums.firstQuorum(), group)) {
            outline("first-box", corner, size, 0);
        }
        if (quorums.areTwo() && isAsked(quorums.secondQuorum(), group)) {
            outline("second-box", corner, size, 4);
        }
        List<Group> parts = group.groups();
        sheet.svg()
                .add(
                        "<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"10.5\">% of %</text>",
                        corner.x() + PADDING + 2, corner.y() + LABEL + 0.5, group.majority(), parts.size());
    }

    private static boolean isAsked(NodeSet quorum, Group group) {
        int member = quorum.next(group.from());
        return member >= 0 && member < group.to();
    }

    private void outline(String style, Point corner, Size size, double inset) {
        sheet.svg()
                .add(
                        "<rect class=\"%\" x=\"%\" y=\"%\" width=\"%\" height=\"%\" rx=\"6\"/>",
                        style,
                        corner.x() + inset,
                        corner.y() + inset,
                        size.width * scale - 2 * inset,
                        size.height * scale - 2 * inset);
    }
}
