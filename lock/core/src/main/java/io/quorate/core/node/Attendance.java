// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which members were heard, when and in which configuration. */
final class Attendance {
    private final Map<NodeId, Heard> heard = new TreeMap<>();

    /** The last known state of a node. */
    private static final class Heard {
        long at = Long.MIN_VALUE;
        int configuration;
        boolean keeps;

        @Nullable
        String key;

        /** The configuration that it was told of by News, and when; -1 for none. */
        int toldOf = -1;

        long toldAt;

        Heard copy() {
            Heard copy = new Heard();
            copy.at = at;
            copy.configuration = configuration;
            copy.keeps = keeps;
            copy.key = key;
            copy.toldOf = toldOf;
            copy.toldAt = toldAt;
            return copy;
        }
    }

    private Heard of(NodeId node) {
        return heard.computeIfAbsent(node, unknown -> new Heard());
    }

    /** A frame has come. */
    void frameOf(NodeId node, long now, int configuration, boolean keeps) {
        Heard of = of(node);
        of.at = now;
        of.configuration = configuration;
        of.keeps = keeps;
    }

    /** The node has said that it is there, and shown the key of its data directory. */
    void keyOf(NodeId node, long now, boolean keeps, String key) {
        Heard of = of(node);
        of.at = now;
        of.keeps = keeps;
        of.key = key;
    }

    /** Whether the node is to be told of this configuration: it was not, or that is so long ago that it may be lost. */
    boolean mustBeTold(NodeId node, int configuration, long now, long again) {
        Heard of = of(node);
        if (of.toldOf >= configuration && now - of.toldAt < again) {
            return false;
        }
        of.toldOf = configuration;
        of.toldAt = now;
        return true;
    }

    /** Messages to the node may be lost. */
    void linkReset(NodeId node) {
        Heard of = heard.get(node);
        if (of != null) {
            of.toldOf = -1;
        }
    }

    /** Those of these nodes that were heard since then, but do not count as keeping their configuration. */
    NodeSet notKeepingSince(NodeSet nodes, long since) {
        NodeSet there = NodeSet.EMPTY;
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            Heard of = heard.get(NodeId.of(index));
            there = of != null && of.at >= since && !of.keeps ? there.with(NodeId.of(index)) : there;
        }
        return there;
    }

    /** Those of these nodes that were heard since then, and keep their configuration. */
    NodeSet keepingSince(NodeSet nodes, long since) {
        NodeSet there = NodeSet.EMPTY;
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            Heard of = heard.get(NodeId.of(index));
            there = of != null && of.at >= since && of.keeps ? there.with(NodeId.of(index)) : there;
        }
        return there;
    }

    /** The same of the voters of a roster that have shown the key that it names. */
    NodeSet knownSince(Roster roster, long since) {
        NodeSet keeping = keepingSince(roster.voters(), since);
        for (Member member : roster.members()) {
            Heard of = heard.get(member.node());
            boolean hasKey =
                    member.key().isEmpty() || (of != null && member.key().equals(of.key));
            keeping = hasKey ? keeping : keeping.without(member.node());
        }
        return keeping;
    }

    /** Those that were last heard in a lower configuration. */
    NodeSet behind(NodeSet nodes, int configuration) {
        NodeSet behind = NodeSet.EMPTY;
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            Heard of = heard.get(NodeId.of(index));
            boolean isBehind = of != null && of.at != Long.MIN_VALUE && of.configuration < configuration;
            behind = isBehind ? behind.with(NodeId.of(index)) : behind;
        }
        return behind;
    }

    /** Those that were not heard at all. */
    NodeSet unheard(NodeSet nodes) {
        NodeSet unheard = nodes;
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            Heard of = heard.get(NodeId.of(index));
            unheard = of == null || of.at == Long.MIN_VALUE ? unheard : unheard.without(NodeId.of(index));
        }
        return unheard;
    }

    void copyFrom(Attendance other) {
        heard.clear();
        other.heard.forEach((node, of) -> heard.put(node, of.copy()));
    }
}
