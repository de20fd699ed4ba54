// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

import java.util.Arrays;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of nodes, as bits. Sets within the first ten nodes are shared objects, so that a small cluster
 * changes its sets without allocating.
 */
public final class NodeSet {
    private static final NodeSet[] COMMON = new NodeSet[1 << 10];

    static {
        for (int bits = 0; bits < COMMON.length; bits++) {
            COMMON[bits] = new NodeSet(new long[] {bits});
        }
    }

    /** The set without a node. */
    public static final NodeSet EMPTY = COMMON[0];

    /** At least one word; the last word is not zero unless it is the only one. So equal sets have equal words. */
    private final long[] words;

    private NodeSet(long[] words) {
        this.words = words;
    }

    /** The set of these nodes. */
    public static NodeSet of(NodeId... nodes) {
        NodeSet set = EMPTY;
        for (NodeId node : nodes) {
            set = set.with(node);
        }
        return set;
    }

    /** The set of the nodes with these indexes. */
    public static NodeSet ofIndexes(int... indexes) {
        Builder builder = new Builder();
        for (int index : indexes) {
            builder.add(index);
        }
        return builder.build();
    }

    /** Collects nodes one by one, where making a new set for each would cost too much. */
    public static final class Builder {
        private long[] words = new long[1];

        public Builder add(int index) {
            int word = NodeId.of(index).index() >>> 6;
            if (word >= words.length) {
                words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
            }
            words[word] |= 1L << index;
            return this;
        }

        /** The set of what was added so far. */
        public NodeSet build() {
            return canonical(words.clone());
        }
    }

    /** The nodes with index 0 to {@code count - 1}. */
    public static NodeSet first(int count) {
        long[] words = new long[Math.max(1, (count + 63) >>> 6)];
        for (int index = 0; index < count; index++) {
            words[index >>> 6] |= 1L << index;
        }
        return canonical(words);
    }

    /** The nodes whose bits are set, the lowest bit for the node with index 0: a set of the first 64 nodes at most. */
    public static NodeSet ofBits(long bits) {
        return bits >= 0 && bits < COMMON.length ? COMMON[(int) bits] : new NodeSet(new long[] {bits});
    }

    private static NodeSet canonical(long[] words) {
        int length = words.length;
        while (length > 1 && words[length - 1] == 0) {
            length--;
        }
        if (length == 1) {
            return ofBits(words[0]);
        }
        return new NodeSet(length == words.length ? words : Arrays.copyOf(words, length));
    }

    public boolean contains(NodeId node) {
        return contains(node.index());
    }

    /** Whether the node with this index is in the set. */
    public boolean contains(int index) {
        int word = index >>> 6;
        return word < words.length && (words[word] & (1L << index)) != 0;
    }

    public NodeSet with(NodeId node) {
        int word = node.index() >>> 6;
        long bit = 1L << node.index();
        if (word == 0 && words.length == 1) {
            return ofBits(words[0] | bit);
        }
        long[] changed = Arrays.copyOf(words, Math.max(words.length, word + 1));
        changed[word] |= bit;
        return canonical(changed);
    }

    public NodeSet without(NodeId node) {
        if (!contains(node)) {
            return this;
        }
        if (words.length == 1) {
            return ofBits(words[0] & ~(1L << node.index()));
        }
        long[] changed = words.clone();
        changed[node.index() >>> 6] &= ~(1L << node.index());
        return canonical(changed);
    }

    public NodeSet union(NodeSet other) {
        long[] larger = words.length >= other.words.length ? words : other.words;
        long[] smaller = larger == words ? other.words : words;
        long[] joined = larger.clone();
        for (int word = 0; word < smaller.length; word++) {
            joined[word] |= smaller[word];
        }
        return canonical(joined);
    }

    public NodeSet intersection(NodeSet other) {
        long[] common = Arrays.copyOf(words, Math.min(words.length, other.words.length));
        for (int word = 0; word < common.length; word++) {
            common[word] &= other.words[word];
        }
        return canonical(common);
    }

    /** The nodes of this set that are not in the other. */
    public NodeSet minus(NodeSet other) {
        if (!intersects(other)) {
            return this;
        }
        long[] left = words.clone();
        for (int word = 0; word < Math.min(words.length, other.words.length); word++) {
            left[word] &= ~other.words[word];
        }
        return canonical(left);
    }

    public boolean intersects(NodeSet other) {
        for (int word = 0; word < Math.min(words.length, other.words.length); word++) {
            if ((words[word] & other.words[word]) != 0) {
                return true;
            }
        }
        return false;
    }

    public boolean containsAll(NodeSet other) {
        for (int word = 0; word < other.words.length; word++) {
            long mine = word < words.length ? words[word] : 0;
            if ((other.words[word] & ~mine) != 0) {
                return false;
            }
        }
        return true;
    }

    public boolean isEmpty() {
        return words.length == 1 && words[0] == 0;
    }

    public int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    /** The lowest index in the set that is {@code from} or more, or -1: the loop without an iterator. */
    public int next(int from) {
        int word = from >>> 6;
        if (word >= words.length) {
            return -1;
        }
        long bits = words[word] & (-1L << from);
        while (bits == 0) {
            word++;
            if (word == words.length) {
                return -1;
            }
            bits = words[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NodeSet set && Arrays.equals(set.words, words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",", "{", "}");
        for (int index = next(0); index >= 0; index = next(index + 1)) {
            text.add(NodeId.of(index).toString());
        }
        return text.toString();
    }
}
