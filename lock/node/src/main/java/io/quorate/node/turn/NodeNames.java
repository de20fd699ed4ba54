package io.quorate.node.turn;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.Roster;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What nodes are called by people: members by their ids, guests by the names that they gave when they came, and nodes
 * without a roster by their numbers.
 */
public final class NodeNames {
    private final String cluster;
    private final @Nullable Roster roster;
    private final Map<NodeId, String> guests = new ConcurrentHashMap<>();

    public NodeNames(Roster roster) {
        this(roster.cluster(), roster);
    }

    private NodeNames(String cluster, @Nullable Roster roster) {
        this.cluster = cluster;
        this.roster = roster;
    }

    /** Of nodes without a roster. */
    public static NodeNames byNumber(String cluster) {
        return new NodeNames(cluster, null);
    }

    public String cluster() {
        return cluster;
    }

    /** Those that belong to the cluster whether they are there or not; without a roster, nobody does. */
    public NodeSet members() {
        return roster == null ? NodeSet.EMPTY : NodeSet.first(roster.size());
    }

    /** Null if there is none. */
    @Nullable
    public Roster roster() {
        return roster;
    }

    public boolean isGuest(NodeId node) {
        return roster != null && node.index() >= roster.size();
    }

    public void guestCame(NodeId guest, String name) {
        guests.put(guest, name);
    }

    public void guestLeft(NodeId guest) {
        guests.remove(guest);
    }

    public String of(NodeId node) {
        if (roster == null) {
            return node.toString();
        }
        if (!isGuest(node)) {
            return roster.member(node).id();
        }
        String name = guests.get(node);
        return name == null ? "guest-" + node.index() : name;
    }
}
