// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Configuration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster at one time, by number. In a joint configuration these are the members of both rosters. Numbers have
 * gaps, because a number is never given twice. Immutable.
 */
public final class Membership {
    private final String cluster;

    /** Null if the members never change. */
    private final @Nullable Configuration configuration;

    private final Map<NodeId, Entry> entries;
    private final NodeSet nodes;

    /**
     * A member.
     *
     * @param key of its data directory, which its hello must show; empty if any will do
     */
    public record Entry(NodeId node, Roster.Member member, String key) {
        public String id() {
            return member.id();
        }

        /** Whether a node that shows this key may be this member. */
        public boolean fits(String shown) {
            return key.isEmpty() || key.equals(shown);
        }
    }

    private Membership(String cluster, @Nullable Configuration configuration, Map<NodeId, Entry> entries) {
        this.cluster = cluster;
        this.configuration = configuration;
        this.entries = Collections.unmodifiableMap(entries);
        NodeSet.Builder all = new NodeSet.Builder();
        entries.keySet().forEach(node -> all.add(node.index()));
        this.nodes = all.build();
    }

    /** Of a list that never changes: its members are numbered in the order of their ids. */
    public static Membership of(Roster roster) {
        Map<NodeId, Entry> entries = new TreeMap<>();
        for (int index = 0; index < roster.size(); index++) {
            NodeId node = NodeId.of(index);
            entries.put(node, new Entry(node, roster.member(node), ""));
        }
        return new Membership(roster.cluster(), null, entries);
    }

    /** Of a configuration whose members may have any data directory that it does not name. */
    public static Membership of(String cluster, Configuration configuration) {
        return of(cluster, configuration, Map.of());
    }

    /**
     * Of a configuration. A member that moves is where the newer roster says.
     *
     * @param shownKeys the keys of members for which the roster names none, by number
     */
    public static Membership of(String cluster, Configuration configuration, Map<Integer, String> shownKeys) {
        Map<NodeId, Entry> entries = new TreeMap<>();
        List<io.quorate.core.roster.Member> all =
                new ArrayList<>(configuration.lower().members());
        all.addAll(configuration.latest().members());
        for (io.quorate.core.roster.Member each : all) {
            String key = each.key().isEmpty() ? shownKeys.getOrDefault(each.number(), "") : each.key();
            entries.put(each.node(), new Entry(each.node(), Roster.Member.at(each.id(), each.address()), key));
        }
        return new Membership(cluster, configuration, entries);
    }

    public String cluster() {
        return cluster;
    }

    /** Null if the members never change. */
    public @Nullable Configuration configuration() {
        return configuration;
    }

    /** The numbers of all members. */
    public NodeSet nodes() {
        return nodes;
    }

    /** In the order of their numbers. */
    public Collection<Entry> entries() {
        return entries.values();
    }

    public boolean contains(NodeId node) {
        return entries.containsKey(node);
    }

    /** Null if there is no such member. */
    public @Nullable Entry find(NodeId node) {
        return entries.get(node);
    }

    /** The member with this id. Until a change ends, there may be two: then the newer one. Null if there is none. */
    public @Nullable Entry find(String id) {
        Entry found = null;
        for (Entry entry : entries.values()) {
            found = entry.id().equals(id) ? entry : found;
        }
        return found;
    }

    /** The member with this number; throws {@link TransportException} if there is none. */
    public Roster.Member member(NodeId node) {
        Entry entry = find(node);
        if (entry == null) {
            throw new TransportException(node + " is not in the roster: " + describe());
        }
        return entry.member();
    }

    /** The number of this member; throws {@link TransportException} if there is none of this id. */
    public NodeId node(String id) {
        Entry entry = find(id);
        if (entry == null) {
            throw new TransportException("\"" + id + "\" is not in the roster: add it, or choose one of " + describe());
        }
        return entry.node();
    }

    /** The members of the newest roster, for people. */
    public Roster latest() {
        Configuration present = configuration;
        List<Roster.Member> members = entries.values().stream()
                .filter(entry -> present == null || present.latest().find(entry.node()) != null)
                .map(Entry::member)
                .toList();
        return new Roster(cluster, members);
    }

    /** The members in one line. */
    public String describe() {
        return String.join(", ", texts());
    }

    /** The members, each as {@code id=host:port}. */
    public List<String> texts() {
        return entries.values().stream().map(entry -> entry.member().toString()).collect(Collectors.toList());
    }
}
