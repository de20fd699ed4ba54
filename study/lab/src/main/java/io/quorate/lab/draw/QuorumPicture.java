// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.Hierarchical;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Singleton;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorum.systems.WeightedVoting;
import io.quorate.papers.quorum.CyclicCover;
import java.util.Locale;

/** A quorum system as a picture that says at a glance who asks whom, and why two requesters cannot both succeed. */
public final class QuorumPicture {
    /** Of systems with more voters the title does not say how large their quorums are. */
    private static final int COUNTED_MAX = 2000;

    /** Longer names, as those of listed quorums, are cut in the title. */
    private static final int NAME_MAX = 40;

    private QuorumPicture() {}

    /** The picture as the text of an SVG file, with what the first voter asks. */
    public static String svgOf(QuorumSystem system) {
        return svgOf(system, NodeId.of(0));
    }

    /** The picture as the text of an SVG file; what the requester asks stands out, and what another one asks. */
    public static String svgOf(QuorumSystem system, NodeId requester) {
        requireVoter(system, requester);
        TwoQuorums quorums = TwoQuorums.of(system, requester);
        String title = title(system);
        if (system instanceof Majority majority) {
            return RingPicture.of(quorums, title, captionOf(majority));
        }
        if (system instanceof All) {
            return RingPicture.of(quorums, title, "Everybody asks everybody: one dead voter stops all.");
        }
        if (system instanceof Singleton) {
            return RingPicture.of(quorums, title, "Everybody asks one voter: if it is dead, nobody gets in.");
        }
        if (system instanceof Tree tree) {
            return TreePicture.of(tree, requester, title);
        }
        if (system instanceof Grid grid && GridPicture.fits(grid)) {
            return GridPicture.of(grid, requester, title);
        }
        if (system instanceof WeightedVoting weighted) {
            String caption = String.format(
                    Locale.ROOT,
                    "%,d votes decide, more than half of all; a larger disc has more votes.",
                    weighted.votesNeeded());
            return RingPicture.of(quorums, title, caption, node -> weighted.votesOf(NodeId.of(node)));
        }
        if (system instanceof Hierarchical hierarchical) {
            return GroupsPicture.of(hierarchical, quorums, title)
                    .orElseGet(() -> MatrixPicture.of(system, requester, title));
        }
        if (system instanceof CyclicCover) {
            return RingPicture.ofFigures(
                    quorums, title, "All quorums are one figure, turned: any two turns of it have a corner in common.");
        }
        return PlanePicture.of(quorums, title)
                .or(() -> ArbitersPicture.of(system, requester, title))
                .orElseGet(() -> MatrixPicture.of(system, requester, title));
    }

    private static String captionOf(Majority majority) {
        return majority.size() == 1
                ? "One voter decides alone."
                : "A quorum is any " + QuorumSheet.count(majority.votesNeeded()) + " of the "
                        + QuorumSheet.count(majority.size())
                        + " voters: more than half, so any two have a voter in common.";
    }

    /** A tree in which nodes have failed, with the quorum that the requester asks instead of its usual one. */
    public static String svgOf(Tree tree, NodeId requester, NodeSet failed) {
        requireVoter(tree, requester);
        return TreePicture.of(tree, requester, failed, title(tree));
    }

    private static void requireVoter(QuorumSystem system, NodeId requester) {
        if (requester.index() >= system.size()) {
            throw new IllegalArgumentException("a picture has places for the nodes n1 to n" + system.size()
                    + " only, so it cannot show what " + requester + " asks: choose one of them");
        }
    }

    private static String title(QuorumSystem system) {
        int voters = system.size();
        String name = system.name().length() <= NAME_MAX
                ? system.name()
                : system.name().substring(0, NAME_MAX) + "...";
        String title = name + ": " + QuorumSheet.count(voters) + (voters == 1 ? " node" : " nodes");
        if (voters > COUNTED_MAX) {
            return title;
        }
        int smallest = voters;
        int largest = 0;
        for (int node = 0; node < voters; node++) {
            int members = system.quorumOf(NodeId.of(node)).size();
            smallest = Math.min(smallest, members);
            largest = Math.max(largest, members);
        }
        return title + ", quorums of " + QuorumSheet.count(smallest)
                + (smallest == largest ? "" : " to " + QuorumSheet.count(largest));
    }
}
