package io.quorate.node;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Roster;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What nodes are called by people: members by their ids, guests by the names that they gave when they came. */
final class NodeNames {
    private final Roster roster;
    private final Map<NodeId, String> guests = new ConcurrentHashMap<>();

    NodeNames(Roster roster) {
        this.roster = roster;
    }

    Roster roster() {
        return roster;
    }

    boolean isGuest(NodeId node) {
        return node.index() >= roster.size();
    }

    void guestCame(NodeId guest, String name) {
        guests.put(guest, name);
    }

    void guestLeft(NodeId guest) {
        guests.remove(guest);
    }

    String of(NodeId node) {
        if (!isGuest(node)) {
            return roster.member(node).id();
        }
        String name = guests.get(node);
        return name == null ? "guest-" + node.index() : name;
    }
}
