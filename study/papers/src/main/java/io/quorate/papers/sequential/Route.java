// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of an origin's quorum in the order in which all nodes lock them: that of the nodes' numbers. The origin itself, if
 * it is a member, has its place among the others (O1): three nodes that each lock themselves first can wait for each other.
 * Every node knows the quorum of every other, so no message carries a route.
 */
record Route(List<NodeId> members) {
    static Route of(NodeId origin, MachineContext context) {
        NodeSet quorum = context.quorums().quorumOf(origin);
        List<NodeId> members = new ArrayList<>();
        for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
            if (index == origin.index()) {
                addOrigin(origin, members);
            } else {
                members.add(NodeId.of(index));
            }
        }
        return new Route(members);
    }

    /** O1: behind those with lower numbers. */
    @Guard("O1")
    private static void addOrigin(NodeId origin, List<NodeId> members) {
        members.add(origin);
    }

    /** As in section 3: a projective plane where there is one, else a grid; both have about the square root of all as members. */
    static QuorumSystem usualQuorums(int nodes) {
        return ProjectivePlane.fits(nodes) ? new ProjectivePlane(nodes) : new Grid(nodes);
    }

    NodeId first() {
        return members.get(0);
    }

    NodeId last() {
        return members.get(members.size() - 1);
    }

    boolean contains(NodeId member) {
        return members.contains(member);
    }

    /** The next member of the request; null for the last. */
    @Nullable
    NodeId after(NodeId member) {
        int place = members.indexOf(member) + 1;
        return place < members.size() ? members.get(place) : null;
    }

    /** From whom the member gets the request, unless it is the first. */
    @Nullable
    NodeId before(NodeId member) {
        int place = members.indexOf(member) - 1;
        return place < 0 ? null : members.get(place);
    }

    /** The first member that is not among these; null if they all are. */
    @Nullable
    NodeId firstBeyond(NodeSet nodes) {
        for (NodeId member : members) {
            if (!nodes.contains(member)) {
                return member;
            }
        }
        return null;
    }
}
