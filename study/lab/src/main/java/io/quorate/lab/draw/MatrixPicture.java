// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.trace.svg.Svg;

/**
 * Requesters and the voters that they ask, as a table of dots: a row for each requester, a column for each voter. It says all of any
 * system.
 */
final class MatrixPicture {
    /** Maximum number of voters that are drawn. */
    static final int VOTERS_MAX = 200;

    private static final double LEFT = 64;
    private static final double SIDE = 620;
    private static final double CELL_MAX = 26;

    private final TwoQuorums quorums;
    private final int from;
    private final int drawn;
    private final double cell;
    private final double left;
    private final double top = QuorumSheet.TOP + 34;
    private final QuorumSheet sheet;

    private MatrixPicture(QuorumSystem system, NodeId requester, String title) {
        this.drawn = Math.min(system.size(), VOTERS_MAX);
        this.from = requester.index() < drawn ? 0 : Math.min(system.size(), requester.index() + drawn / 2) - drawn;
        this.quorums = TwoQuorums.among(system, requester, from, drawn);
        this.cell = Math.min(CELL_MAX, SIDE / drawn);
        this.left = Math.max(LEFT, (QuorumSheet.WIDTH - cell * drawn) / 2);
        this.sheet = new QuorumSheet(title, quorums);
    }

    static String of(QuorumSystem system, NodeId requester, String title) {
        return new MatrixPicture(system, requester, title).draw();
    }

    private String draw() {
        frame();
        for (int row = from; row < from + drawn; row++) {
            row(row);
        }
        common();
        int voters = quorums.system().size();
        String whole =
                "Each row is a requester, each dot a voter that it asks: every two rows have a dot in the same column.";
        String part = " Drawn are " + VOTERS_MAX + " of " + QuorumSheet.count(voters)
                + " voters; rows may meet in a column that is left out.";
        return sheet.finish(top + cell * drawn, drawn < voters ? whole + part : whole);
    }

    /** How far along a side the middle of a node's row or column is. */
    private double middle(int node) {
        return (node - from + 0.5) * cell;
    }

    /** The names along the sides: all of them if there is room, else every fifth, tenth, ... */
    private void frame() {
        int every = cell >= 19 ? 1 : cell >= 8 ? 5 : cell >= 5 ? 10 : 20;
        sheet.svg()
                .add(
                        "<rect class=\"box\" x=\"%\" y=\"%\" width=\"%\" height=\"%\"/>",
                        left, top, cell * drawn, cell * drawn);
        for (int node = from; node < from + drawn; node++) {
            boolean named = node == 0 || (node + 1) % every == 0;
            if (!named) {
                continue;
            }
            double middle = middle(node);
            String name = NodeId.of(node).toString();
            sheet.label("soft", new Point(left + middle, top - 7), 10, name);
            sheet.svg()
                    .add(
                            "<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"10\" text-anchor=\"end\">%</text>",
                            left - 7, top + middle + 3.5, name);
        }
        sheet.svg().add("<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"11\">voters</text>", left, top - 22);
        sheet.svg()
                .add(
                        "<text class=\"soft\" transform=\"translate(% %) rotate(-90)\" font-size=\"11\" text-anchor=\"end\">requesters</text>",
                        left - 38, top);
    }

    private void row(int row) {
        NodeId requester = NodeId.of(row);
        boolean first = requester.equals(quorums.first());
        boolean second = requester.equals(quorums.second());
        NodeSet quorum = first
                ? quorums.firstQuorum()
                : second ? quorums.secondQuorum() : quorums.system().quorumOf(requester);
        double y = top + middle(row);
        if (first || second) {
            sheet.svg()
                    .add(
                            "<rect class=\"% strip\" x=\"%\" y=\"%\" width=\"%\" height=\"%\"/>",
                            first ? "first" : "second", left, y - cell / 2, cell * drawn, cell);
        }
        sheet.svg()
                .add(
                        "<path class=\"way dots\" data-node=\"%\" stroke-width=\"%\" d=\"%\"/>",
                        requester, Math.max(1.6, cell * 0.62), dots(quorum, y));
    }

    /** A dot for each member; where dots are too small to be told apart, those side by side become a dash. */
    private String dots(NodeSet quorum, double y) {
        boolean dashes = cell < 8;
        StringBuilder path = new StringBuilder();
        int start = quorum.next(from);
        while (start >= 0 && start < from + drawn) {
            int to = start;
            while (dashes && to + 1 < from + drawn && quorum.contains(to + 1)) {
                to++;
            }
            path.append(path.isEmpty() ? "M" : " M").append(Svg.number(left + middle(start)));
            path.append(' ').append(Svg.number(y)).append(" h").append(Svg.number((to - start) * cell));
            start = quorum.next(to + 1);
        }
        return path.toString();
    }

    /** Rings around the dots in which the two quorums meet. */
    private void common() {
        if (!quorums.areTwo()) {
            return;
        }
        NodeSet common = quorums.common();
        for (int node = common.next(0); node >= 0 && cell >= 8; node = common.next(node + 1)) {
            for (NodeId requester : new NodeId[] {quorums.first(), quorums.second()}) {
                sheet.svg()
                        .add(
                                "<circle class=\"ring\" cx=\"%\" cy=\"%\" r=\"%\"/>",
                                left + middle(node), top + middle(requester.index()), cell * 0.5);
            }
        }
    }
}
