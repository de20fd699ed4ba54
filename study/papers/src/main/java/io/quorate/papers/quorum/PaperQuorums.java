// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.QuorumKind;
import io.quorate.core.quorum.QuorumKinds;
import java.util.List;

/** The quorum systems that only the papers need. */
public final class PaperQuorums implements QuorumKinds {
    @Override
    public List<QuorumKind> kinds() {
        return List.of(
                QuorumKind.forSome(50, "degenerate-plane", DegeneratePlane::fits, DegeneratePlane::new),
                QuorumKind.forAny(60, "plane-on-subset", PlaneOnSubset::new),
                QuorumKind.forSome(70, "cyclic-cover", CyclicCover::fits, CyclicCover::new),
                QuorumKind.forSome(85, "grid-as-printed", voters -> false, GridAsPrinted::new),
                new QuorumKind(95, "tree-of", "1(2,3(4,5))", voters -> false, GivenTree::parse),
                QuorumKind.withParameter(120, "intersection-only", "QUORUMS[,LOAD]", IntersectionOnly::parse));
    }
}
