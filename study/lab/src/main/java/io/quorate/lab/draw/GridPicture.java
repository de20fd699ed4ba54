// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.lab.draw.TwoQuorums.Role;
import java.util.Locale;

/** A grid of voters, with the row and the column that a requester asks, and those of another one. */
final class GridPicture {
    /** Wider grids are too fine for a picture of their own. */
    static final int WIDTH_MAX = 12;

    private static final double SIDE = 500;
    private static final double CELL_MAX = 78;

    private final Grid grid;
    private final TwoQuorums quorums;
    private final double cell;
    private final double left;
    private final double top = QuorumSheet.TOP + 6;
    private final QuorumSheet sheet;

    private GridPicture(Grid grid, NodeId requester, String title) {
        this.grid = grid;
        this.quorums = TwoQuorums.of(grid, requester, otherThan(grid, requester));
        this.cell = Math.min(CELL_MAX, SIDE / grid.width());
        this.left = (QuorumSheet.WIDTH - cell * grid.width()) / 2;
        this.sheet = new QuorumSheet(title, quorums);
    }

    static String of(Grid grid, NodeId requester, String title) {
        return new GridPicture(grid, requester, title).draw();
    }

    /** Two voters in different rows and columns: there a row crosses a column twice. From a row with missing cells if there is one. */
    private static NodeId otherThan(Grid grid, NodeId requester) {
        int width = grid.width();
        int node = requester.index() % grid.size();
        int lastRow = grid.height() - 1;
        int inLastRow = grid.size() - lastRow * width;
        boolean isLast = inLastRow < width && node / width < lastRow;
        int row = isLast ? lastRow : (node / width + Math.max(1, grid.height() / 2)) % grid.height();
        int cells = row == lastRow ? inLastRow : width;
        int column = Math.min((node % width + Math.max(1, width / 2)) % width, cells - 1);
        NodeId other = NodeId.of(row * width + (column == node % width && column > 0 ? column - 1 : column));
        // A last row of one voter and its stand-ins may be just what the requester asks.
        return grid.quorumOf(other).equals(grid.quorumOf(requester))
                ? TwoQuorums.of(grid, requester).second()
                : other;
    }

    private String draw() {
        for (int row = 0; row < grid.height(); row++) {
            for (int column = 0; column < grid.width(); column++) {
                int place = row * grid.width() + column;
                if (place < grid.size()) {
                    voter(place, corner(row, column));
                } else {
                    standIn(column, corner(row, column));
                }
            }
        }
        boolean isFull = grid.size() == grid.width() * grid.height();
        String caption = "A requester asks its row and its column: every row meets every column.";
        return sheet.finish(
                top + cell * grid.height() + 6,
                isFull ? caption : caption + " In a dotted cell the first node of the column stands in.");
    }

    private Point corner(int row, int column) {
        return new Point(left + column * cell, top + row * cell);
    }

    private void voter(int node, Point corner) {
        Role role = quorums.roleOf(node);
        sheet.svg()
                .add(
                        "<g class=\"node\" data-node=\"%\" data-role=\"%\">",
                        NodeId.of(node), role.name().toLowerCase(Locale.ROOT));
        tile(role, corner);
        name(node, corner, sheet.nameStyle(node));
        sheet.svg().raw("</g>");
    }

    /** The cell is missing; who stands in for it is asked as if it were here. */
    private void standIn(int node, Point corner) {
        sheet.svg()
                .add(
                        "<rect class=\"box\" data-stands-in=\"%\" stroke-dasharray=\"2 4\" x=\"%\" y=\"%\" width=\"%\" height=\"%\" rx=\"5\"/>",
                        NodeId.of(node), corner.x() + 4, corner.y() + 4, cell - 8, cell - 8);
        name(node, corner, "soft");
    }

    private void name(int node, Point corner, String style) {
        String name = NodeId.of(node).toString();
        double size = Math.min(15, (cell - 14) / (0.62 * Math.max(3, name.length())));
        sheet.label(style, corner.moved(cell / 2, cell / 2 + size * 0.36), size, name);
    }

    private void tile(Role role, Point corner) {
        rectangle("voter", corner, 4, cell);
        switch (role) {
            case ASIDE -> {}
            case FIRST -> rectangle("first", corner, 4, cell);
            case SECOND -> rectangle("second", corner, 4, cell);
            case BOTH -> {
                half("first", corner, 4);
                half("second", corner, cell - 4);
                rectangle("ring", corner, 0, cell);
            }
        }
    }

    /** The half of a cell on one side, open towards the middle. */
    private void half(String style, Point corner, double side) {
        sheet.svg()
                .add(
                        "<path class=\"%\" d=\"M % % H % V % H %\"/>",
                        style,
                        corner.x() + cell / 2,
                        corner.y() + 4,
                        corner.x() + side,
                        corner.y() + cell - 4,
                        corner.x() + cell / 2);
    }

    private void rectangle(String style, Point corner, double inset, double breadth) {
        sheet.svg()
                .add(
                        "<rect class=\"%\" x=\"%\" y=\"%\" width=\"%\" height=\"%\" rx=\"5\"/>",
                        style, corner.x() + inset, corner.y() + inset, breadth - 2 * inset, cell - 2 * inset);
    }

    /** Whether these voters fit into a picture of this kind. */
    static boolean fits(Grid grid) {
        return grid.width() <= WIDTH_MAX;
    }
}
