// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The paper's arrays RN and LN: a number for each node, 0 at first. Never changes. */
public final class Numbers {
    /** 0 for every node. */
    public static final Numbers ZERO = new Numbers(new long[0]);

    /** By index; the last is not 0. */
    private final long[] values;

    private Numbers(long[] values) {
        this.values = values;
    }

    /** Of the nodes in their order. */
    public static Numbers of(List<Long> values) {
        return trimmed(values.stream().mapToLong(Long::longValue).toArray());
    }

    private static Numbers trimmed(long[] values) {
        int length = values.length;
        while (length > 0 && values[length - 1] == 0) {
            length--;
        }
        return length == 0 ? ZERO : new Numbers(Arrays.copyOf(values, length));
    }

    public long of(NodeId node) {
        return node.index() < values.length ? values[node.index()] : 0;
    }

    /** The same with another number for this node. */
    public Numbers with(NodeId node, long number) {
        if (of(node) == number) {
            return this;
        }
        long[] changed = Arrays.copyOf(values, Math.max(values.length, node.index() + 1));
        changed[node.index()] = number;
        return trimmed(changed);
    }

    /** How many of the first nodes there are up to the last one whose number is not 0. */
    int length() {
        return values.length;
    }

    /** Writes those of the first nodes, up to the last one whose number is not 0. */
    ByteSink write(ByteSink to) {
        to.writeInt(values.length);
        for (long value : values) {
            to.writeLong(value);
        }
        return to;
    }

    static Numbers read(ByteSource in) {
        return of(in.readList(ByteSource::readLong));
    }

    boolean isZero() {
        return values.length == 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Numbers numbers && Arrays.equals(numbers.values, values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** As in {@code n1:2,n3:1}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        for (int index = 0; index < values.length; index++) {
            if (values[index] != 0) {
                text.add(NodeId.of(index) + ":" + values[index]);
            }
        }
        return text.toString();
    }
}
