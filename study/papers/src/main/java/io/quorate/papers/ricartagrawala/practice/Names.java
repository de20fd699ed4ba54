// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Section 7.1, NAMES: who takes part, each with the term of its membership. Never changes. The values of the report's table are
 * our node numbers, by which requests with equal sequence numbers are compared.
 */
public final class Names {
    public static final Names NONE = new Names(new TreeMap<>());

    private static final long ABSENT = -1;

    private final SortedMap<NodeId, Long> terms;

    private Names(SortedMap<NodeId, Long> terms) {
        this.terms = terms;
    }

    /** These nodes, from the beginning. */
    static Names founding(NodeSet nodes) {
        TreeMap<NodeId, Long> terms = new TreeMap<>();
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            terms.put(NodeId.of(index), 0L);
        }
        return new Names(terms);
    }

    boolean contains(NodeId node) {
        return terms.containsKey(node);
    }

    /** The term of a node's membership; less than every term if it is none. */
    long termOf(NodeId node) {
        return terms.getOrDefault(node, ABSENT);
    }

    public Names with(NodeId node, long term) {
        TreeMap<NodeId, Long> changed = new TreeMap<>(terms);
        changed.put(node, term);
        return new Names(changed);
    }

    Names without(NodeId node) {
        if (!contains(node)) {
            return this;
        }
        TreeMap<NodeId, Long> changed = new TreeMap<>(terms);
        changed.remove(node);
        return new Names(changed);
    }

    /** Those whose membership is not among these that are over, nor an earlier one. */
    Names withoutEnded(Names ended) {
        TreeMap<NodeId, Long> left = new TreeMap<>(terms);
        left.entrySet().removeIf(member -> member.getValue() <= ended.termOf(member.getKey()));
        return new Names(left);
    }

    /** All members of both, each with its later term. */
    Names union(Names other) {
        TreeMap<NodeId, Long> changed = new TreeMap<>(terms);
        other.terms.forEach((node, term) -> changed.merge(node, term, Math::max));
        return new Names(changed);
    }

    NodeSet nodes() {
        NodeSet.Builder nodes = new NodeSet.Builder();
        terms.keySet().forEach(node -> nodes.add(node.index()));
        return nodes.build();
    }

    public void write(ByteSink sink) {
        sink.writeInt(terms.size());
        terms.forEach((node, term) -> {
            sink.writeInt(node.index());
            sink.writeLong(term);
        });
    }

    public static Names read(ByteSource source) {
        int size = source.readInt();
        TreeMap<NodeId, Long> terms = new TreeMap<>();
        for (int place = 0; place < size; place++) {
            terms.put(source.readNode(), source.readLong());
        }
        return new Names(terms);
    }

    void describeTo(StateWriter writer) {
        writer.nodes("names", nodes());
        terms.forEach((node, term) -> writer.number("term of " + node, term));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Names names && names.terms.equals(terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    /** A term, as in {@code 1}, or {@code 2.1} after two starts; {@code 2.last} stands for all terms of that start. */
    public static String text(long term) {
        long start = term >> Membership.ROUND_BITS;
        long last = (1L << Membership.ROUND_BITS) - 1;
        long round = term & last;
        if (round == last) {
            return start + ".last";
        }
        return start == 0 ? String.valueOf(round) : start + "." + round;
    }

    /** As in {@code {n1,n2'1}}: with the term, unless it is that of the beginning. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        terms.forEach((node, term) ->
                text.append(text.length() == 1 ? "" : ",").append(node).append(term == 0 ? "" : "'" + text(term)));
        return text.append('}').toString();
    }
}
