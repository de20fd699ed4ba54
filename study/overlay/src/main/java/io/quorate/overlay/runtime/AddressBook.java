// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.overlay.Addresses;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the nodes of an overlay listen, each as {@code host:port}, as far as this node has heard. A node's own statement of its address
 * overrides that of others. Of all known addresses, those used last are kept.
 */
public final class AddressBook implements Addresses {
    /** More than any node has to do with: it bounds what others can make us keep. */
    private static final int ENTRIES_MAX = 4096;

    private final NodeId self;
    private final String own;

    /** The one used longest ago first. */
    private final Map<NodeId, Entry> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Entry> eldest) {
            return size() > ENTRIES_MAX;
        }
    };

    private volatile Runnable news = () -> {};

    private record Entry(Roster.Member member, boolean byItself) {}

    /** Of a node that is reached so. */
    public AddressBook(NodeId self, String own) {
        this.self = self;
        this.own = own;
    }

    /** Called when an address is new. */
    void onNews(Runnable action) {
        news = action;
    }

    @Override
    public synchronized String of(NodeId node) {
        if (node.equals(self)) {
            return own;
        }
        Roster.Member member = memberAt(node);
        return member == null ? "" : member.address();
    }

    /** Where the node listens; null if nobody has said so. */
    synchronized Roster.@Nullable Member memberAt(NodeId node) {
        Entry entry = entries.get(node);
        return entry == null ? null : entry.member;
    }

    @Override
    public void heardOf(NodeId node, String address) {
        Roster.Member member = memberOrNull(node, address);
        if (member != null && !node.equals(self) && add(node, member)) {
            news.run();
        }
    }

    private synchronized boolean add(NodeId node, Roster.Member member) {
        Entry known = entries.get(node);
        if (known != null && (known.byItself || known.member.equals(member))) {
            return false;
        }
        entries.put(node, new Entry(member, false));
        return true;
    }

    /** The node itself has said where it listens. */
    synchronized void heardFrom(NodeId node, Roster.Member member) {
        entries.put(node, new Entry(member, true));
    }

    /** It is not there, or another is: whatever is heard next of the node counts. */
    synchronized void isNotAt(NodeId node, Roster.Member tried) {
        Entry known = entries.get(node);
        if (known != null && known.member.equals(tried)) {
            entries.remove(node);
        }
    }

    /** Null if that is no address: then its sender knows nothing. */
    private static Roster.@Nullable Member memberOrNull(NodeId node, String address) {
        try {
            return Roster.Member.at(node.toString(), address);
        } catch (TransportException unusable) {
            return null;
        }
    }
}
