// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.draw.TwoQuorums.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** The voters in a ring, for systems in which it does not matter where a voter stands. */
final class RingPicture {
    /** Beyond this the voters are no discs any more, but a band. */
    static final int DISCS_MAX = 60;

    /** With more voters, the lines to them are thin. */
    private static final int BROAD_LINES_MAX = 13;

    /** With more members, the lines to them would hide each other. */
    private static final int LINES_MAX = 45;

    /** Maximum number of intersections that get a ring. */
    private static final int RINGS_MAX = 24;

    /** With more voters there is no room to write how many votes each has. */
    private static final int VOTES_WRITTEN_MAX = 24;

    private static final Point CENTRE = new Point(QuorumSheet.WIDTH / 2, QuorumSheet.TOP + 232);
    private static final double RADIUS = 196;
    private static final double RADIUS_WITH_VOTES = 158;

    private final TwoQuorums quorums;
    private final IntToLongFunction votes;
    private final long mostVotes;
    private final double radius;
    private final QuorumSheet sheet;

    private RingPicture(TwoQuorums quorums, String title, IntToLongFunction votes) {
        this.quorums = quorums;
        this.votes = votes;
        this.mostVotes = IntStream.range(0, voters()).mapToLong(votes).max().orElse(1);
        this.radius = mostVotes > 1 && voters() <= VOTES_WRITTEN_MAX ? RADIUS_WITH_VOTES : RADIUS;
        this.sheet = new QuorumSheet(title, quorums);
    }

    /** Each requester is joined with those that it asks. */
    static String of(TwoQuorums quorums, String title, String caption) {
        return of(quorums, title, caption, node -> 1);
    }

    /** Each requester is joined with those that it asks; who has more votes is larger. */
    static String of(TwoQuorums quorums, String title, String caption, IntToLongFunction votes) {
        RingPicture picture = new RingPicture(quorums, title, votes);
        picture.fan("first-way", quorums.first(), quorums.firstQuorum());
        if (quorums.areTwo()) {
            picture.fan("second-way", quorums.second(), quorums.secondQuorum());
        }
        return picture.finish(caption);
    }

    /** Each quorum is a polygon: for a system whose quorums are one figure, turned. */
    static String ofFigures(TwoQuorums quorums, String title, String caption) {
        RingPicture picture = new RingPicture(quorums, title, node -> 1);
        picture.sheet.figure("first figure", picture.corners(quorums.firstQuorum()));
        if (quorums.areTwo()) {
            picture.sheet.figure("second figure", picture.corners(quorums.secondQuorum()));
        }
        return picture.finish(caption);
    }

    private String finish(String caption) {
        if (voters() <= DISCS_MAX) {
            discs();
        } else {
            band();
        }
        return sheet.finish(CENTRE.y() + RADIUS + 44, caption);
    }

    private int voters() {
        return quorums.system().size();
    }

    private Point at(double node) {
        return CENTRE.towards(node / voters(), radius);
    }

    private String breadth() {
        return voters() <= BROAD_LINES_MAX ? "" : " thin";
    }

    private void fan(String style, NodeId requester, NodeSet quorum) {
        for (int node = quorum.next(0); node >= 0 && quorum.size() <= LINES_MAX; node = quorum.next(node + 1)) {
            if (node != requester.index()) {
                sheet.way(style + breadth(), List.of(at(requester.index()), at(node)));
            }
        }
    }

    private List<Point> corners(NodeSet quorum) {
        List<Point> corners = new ArrayList<>();
        for (int node = quorum.next(0); node >= 0; node = quorum.next(node + 1)) {
            corners.add(at(node));
        }
        return corners;
    }

    private void discs() {
        double room = Math.PI * radius / voters();
        double largest = mostVotes == 1 ? Math.min(22, room * 0.66) : Math.min(36, room * 0.8);
        for (int node = 0; node < voters(); node++) {
            // The area of a disc says how many votes it has, as far as there is still room for its name.
            double share = (double) votes.applyAsLong(node) / mostVotes;
            double disc = Math.max(Math.min(13, largest), largest * Math.sqrt(share));
            sheet.node(node, quorums.roleOf(node), at(node), disc, CENTRE);
            if (mostVotes > 1 && voters() <= VOTES_WRITTEN_MAX) {
                Point outside = CENTRE.towards((double) node / voters(), radius + disc + 22);
                sheet.label("soft", outside.moved(0, 4), 10.5, votesText(votes.applyAsLong(node)));
            }
        }
    }

    private static String votesText(long votes) {
        return votes == 1 ? "1 vote" : String.format(Locale.ROOT, "%,d votes", votes);
    }

    /** Neighbours with the same role make one piece of the band. */
    private void band() {
        int rings = 0;
        for (int from = 0; from < voters(); ) {
            Role role = quorums.roleOf(from);
            int to = from;
            while (to + 1 < voters() && quorums.roleOf(to + 1) == role) {
                to++;
            }
            piece(role, from, to);
            if (role == Role.BOTH && rings++ < RINGS_MAX) {
                Point middle = at((from + to) / 2.0);
                sheet.svg().add("<circle class=\"ring\" cx=\"%\" cy=\"%\" r=\"10\"/>", middle.x(), middle.y());
            }
            from = to + 1;
        }
        int every = Math.max(10, (voters() / 20 + 9) / 10 * 10);
        for (int node = 0; node < voters(); node++) {
            boolean beforeTheFirst = node > 0 && voters() - node < every / 2;
            if ((node == 0 || (node + 1) % every == 0) && !beforeTheFirst) {
                Point outside = CENTRE.towards((double) node / voters(), radius + 24);
                sheet.label("soft", outside.moved(0, 3), 9.5, NodeId.of(node).toString());
            }
        }
    }

    private void piece(Role role, int from, int to) {
        Point start = at(from - 0.5);
        Point end = at(to + 0.5);
        Point middle = at((from + to) / 2.0);
        sheet.svg()
                .add(
                        "<path class=\"band %\" data-from=\"%\" data-to=\"%\" d=\"M % % A % % 0 0 1 % % A % % 0 0 1 % %\"/>",
                        role.name().toLowerCase(Locale.ROOT),
                        NodeId.of(from),
                        NodeId.of(to),
                        start.x(),
                        start.y(),
                        radius,
                        radius,
                        middle.x(),
                        middle.y(),
                        radius,
                        radius,
                        end.x(),
                        end.y());
    }
}
