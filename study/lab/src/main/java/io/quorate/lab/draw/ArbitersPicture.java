// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.trace.svg.Svg;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A system in which only some nodes are asked: these in the middle, and around them those who only ask. */
final class ArbitersPicture {
    /** With more arbiters there is no room in the middle. */
    private static final int ARBITERS_MAX = 21;

    /** Maximum number of clients that are drawn. */
    private static final int CLIENTS_MAX = 48;

    private static final Point CENTRE = new Point(QuorumSheet.WIDTH / 2, QuorumSheet.TOP + 262);
    private static final double INNER = 118;
    private static final double OUTER = 232;

    /** How far from the centre the arcs are that join clients. */
    private static final double ARC = OUTER - 26;

    private static final double CLIENT_RADIUS = 18;

    private final TwoQuorums quorums;
    private final NodeSet arbiters;
    private final int clients;
    private final Map<NodeSet, List<Integer>> clientsByQuorum = new LinkedHashMap<>();
    private final Point[] at;
    private final QuorumSheet sheet;

    private ArbitersPicture(TwoQuorums quorums, NodeSet arbiters, String title) {
        this.quorums = quorums;
        this.arbiters = arbiters;
        this.clients = quorums.system().size() - arbiters.size();
        this.at = new Point[quorums.system().size()];
        this.sheet = new QuorumSheet(title, quorums);
    }

    /** The picture, if there are nodes that nobody asks, and not too many that are asked. */
    static Optional<String> of(QuorumSystem system, NodeId requester, String title) {
        NodeSet asked = system.quorumOf(requester);
        for (int node = 0; node < system.size() && asked.size() <= ARBITERS_MAX; node++) {
            asked = asked.union(system.quorumOf(NodeId.of(node)));
        }
        if (asked.size() > ARBITERS_MAX || asked.size() == system.size()) {
            return Optional.empty();
        }
        return Optional.of(new ArbitersPicture(otherIsClient(system, requester, asked), asked, title).draw());
    }

    /** The other requester is a client among those that are drawn, with as little in common as possible. */
    private static TwoQuorums otherIsClient(QuorumSystem system, NodeId requester, NodeSet arbiters) {
        NodeSet quorum = system.quorumOf(requester);
        NodeId best = requester;
        int least = Integer.MAX_VALUE;
        int drawn = 0;
        for (int node = 0; node < system.size() && drawn < CLIENTS_MAX; node++) {
            if (arbiters.contains(node)) {
                continue;
            }
            drawn++;
            int common = system.quorumOf(NodeId.of(node)).intersection(quorum).size();
            if (node != requester.index() && common < least) {
                best = NodeId.of(node);
                least = common;
            }
        }
        return TwoQuorums.of(system, requester, best);
    }

    private String draw() {
        placeArbiters();
        int drawn = 0;
        for (int node = 0; node < at.length && drawn < CLIENTS_MAX; node++) {
            if (!arbiters.contains(node)) {
                drawn++;
                clientsByQuorum
                        .computeIfAbsent(quorums.system().quorumOf(NodeId.of(node)), each -> new ArrayList<>())
                        .add(node);
            }
        }
        int place = 0;
        double radius = CLIENT_RADIUS;
        for (Map.Entry<NodeSet, List<Integer>> group : clientsByQuorum.entrySet()) {
            double gap = placeGroup(group.getValue(), place);
            radius = Math.min(radius, Math.PI * OUTER * gap * 0.8);
            bundle(group.getKey(), group.getValue(), place);
            place++;
        }
        ask("first-way", quorums.first(), quorums.firstQuorum());
        if (quorums.areTwo()) {
            ask("second-way", quorums.second(), quorums.secondQuorum());
        }
        double arbiterRadius = Math.min(20, Math.PI * INNER / arbiters.size() * 0.7);
        for (int node = 0; node < at.length; node++) {
            if (at[node] != null) {
                boolean isArbiter = arbiters.contains(node);
                sheet.node(node, quorums.roleOf(node), at[node], isArbiter ? arbiterRadius : radius, CENTRE);
            }
        }
        return sheet.finish(CENTRE.y() + OUTER + 34, caption());
    }

    private String caption() {
        String voters = arbiters.size() == 1 ? "one in the middle votes" : arbiters.size() + " in the middle vote";
        boolean areJoined = clientsByQuorum.values().stream().anyMatch(group -> group.size() > 1);
        String caption = "Only the " + voters + "; those around only ask."
                + (areJoined ? " An arc joins those who ask the same." : "");
        return clients <= CLIENTS_MAX
                ? caption
                : caption + " Drawn are " + CLIENTS_MAX + " of " + QuorumSheet.count(clients) + " that only ask.";
    }

    private void placeArbiters() {
        int rank = 0;
        for (int node = arbiters.next(0); node >= 0; node = arbiters.next(node + 1)) {
            at[node] = CENTRE.towards((double) rank++ / arbiters.size(), arbiters.size() == 1 ? 0 : INNER);
        }
    }

    /** The direction of a group of clients: towards a gap between arbiters, so that lines pass through it. */
    private double turn(int place) {
        int groups = clientsByQuorum.size();
        if (groups > arbiters.size()) {
            return (place + 0.5) / groups;
        }
        return (Math.floor((double) place * arbiters.size() / groups) + 0.5) / arbiters.size();
    }

    /** Which part of the ring is between two neighbours of a group. */
    private double gap(List<Integer> group) {
        return Math.min(0.06, 0.92 / clientsByQuorum.size() / group.size());
    }

    /** Those who ask the same stand side by side; answers which part of the ring is between two of them. */
    private double placeGroup(List<Integer> group, int place) {
        double gap = gap(group);
        for (int rank = 0; rank < group.size(); rank++) {
            at[group.get(rank)] = CENTRE.towards(turn(place) + (rank - (group.size() - 1) / 2.0) * gap, OUTER);
        }
        return gap;
    }

    private boolean isRequester(int node) {
        return node == quorums.first().index() || node == quorums.second().index();
    }

    /** The arc along a group, and lines from it to those whom all of the group ask. */
    private void bundle(NodeSet quorum, List<Integer> group, int place) {
        if (group.size() == 1 && isRequester(group.get(0))) {
            return; // its lines stand out anyway
        }
        String colour = Palette.other(place);
        double turn = turn(place);
        double half = Math.max(0.012, (group.size() - 1) / 2.0 * gap(group));
        Point start = CENTRE.towards(turn - half, ARC);
        Point end = CENTRE.towards(turn + half, ARC);
        sheet.svg()
                .add(
                        "<path class=\"way\" stroke=\"%\" stroke-width=\"3\" d=\"M % % A % % 0 % 1 % %\"/>",
                        colour, start.x(), start.y(), ARC, ARC, half > 0.25 ? 1 : 0, end.x(), end.y());
        for (int node = quorum.next(0); node >= 0; node = quorum.next(node + 1)) {
            curve("", " stroke=\"" + colour + "\" stroke-width=\"1.6\"", CENTRE.towards(turn, ARC), turn, at[node]);
        }
    }

    /** The lines from a requester to those whom it asks. */
    private void ask(String style, NodeId requester, NodeSet quorum) {
        Point start = at[requester.index()];
        for (int node = quorum.next(0); node >= 0 && start != null; node = quorum.next(node + 1)) {
            if (node == requester.index()) {
                continue;
            }
            if (arbiters.contains(requester)) {
                sheet.way(style, List.of(start, at[node]));
            } else {
                int place = List.copyOf(clientsByQuorum.keySet()).indexOf(quorum);
                curve(style, "", start, turn(place), at[node]);
            }
        }
    }

    /**
     * A line to an arbiter beside the gap is straight; one to another enters by the gap and reaches it from inside, so that it
     * passes none that is not meant.
     */
    private void curve(String style, String stroke, Point start, double turn, Point end) {
        Point gate = CENTRE.towards(turn, ARC);
        Point beside = CENTRE.towards(turn, INNER);
        double neighbours = 2 * INNER * Math.sin(Math.PI / Math.max(2, arbiters.size()));
        boolean isBeside = Math.hypot(end.x() - beside.x(), end.y() - beside.y()) < neighbours * 0.8;
        Point in = isBeside ? gate : CENTRE.towards(turn, INNER * 0.5);
        Point out = isBeside ? end : end.halfwayTo(CENTRE);
        sheet.svg()
                .add(
                        "<path class=\"way %\"% d=\"M % % L % % C % % % % % %\"/>",
                        style,
                        Svg.markup(stroke),
                        start.x(),
                        start.y(),
                        gate.x(),
                        gate.y(),
                        in.x(),
                        in.y(),
                        out.x(),
                        out.y(),
                        end.x(),
                        end.y());
    }
}
