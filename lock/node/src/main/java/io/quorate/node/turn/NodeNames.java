// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.Membership;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of nodes for people: ids of members, the names that guests gave in their hello, and numbers of nodes without a roster.
 */
public final class NodeNames {
    private final String cluster;
    /** Null without a roster. */
    private volatile @Nullable Membership membership;

    private final Map<NodeId, String> guests = new ConcurrentHashMap<>();

    public NodeNames(Membership membership) {
        this(membership.cluster(), membership);
    }

    private NodeNames(String cluster, @Nullable Membership membership) {
        this.cluster = cluster;
        this.membership = membership;
    }

    /** Of nodes without a roster. */
    public static NodeNames byNumber(String cluster) {
        return new NodeNames(cluster, null);
    }

    /** The members are others from now on. A member that goes is called as before: it may go on as a guest. */
    public void follow(Membership next) {
        Membership before = membership;
        if (before != null) {
            for (Membership.Entry entry : before.entries()) {
                if (!next.contains(entry.node())) {
                    guests.put(entry.node(), entry.id());
                }
            }
        }
        membership = next;
        next.entries().forEach(entry -> guests.remove(entry.node()));
    }

    public String cluster() {
        return cluster;
    }

    /** Those that belong to the cluster whether they are there or not; without a roster, nobody does. */
    public NodeSet members() {
        Membership present = membership;
        return present == null ? NodeSet.EMPTY : present.nodes();
    }

    /** Null if there is none. */
    @Nullable
    public Membership membership() {
        return membership;
    }

    public boolean isGuest(NodeId node) {
        Membership present = membership;
        return present != null && !present.contains(node);
    }

    public void guestCame(NodeId guest, String name) {
        guests.put(guest, name);
    }

    public void guestLeft(NodeId guest) {
        guests.remove(guest);
    }

    public String of(NodeId node) {
        Membership present = membership;
        if (present == null) {
            return node.toString();
        }
        Membership.Entry member = present.find(node);
        if (member != null) {
            return member.id();
        }
        String name = guests.get(node);
        return name == null ? "guest-" + node.index() : name;
    }
}
