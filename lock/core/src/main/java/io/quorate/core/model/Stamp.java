// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

/**
 * The identity of a request, and its place in the order of requests: older (smaller) stamps go first. The incarnation
 * rises with each start of the node, so no stamp is ever used twice.
 */
public record Stamp(long counter, NodeId node, long incarnation) implements Comparable<Stamp> {

    /** Total order by counter, node, incarnation. */
    @Override
    public int compareTo(Stamp other) {
        if (counter != other.counter) {
            return Long.compare(counter, other.counter);
        }
        int byNode = node.compareTo(other.node);
        return byNode != 0 ? byNode : Long.compare(incarnation, other.incarnation);
    }

    public boolean isBefore(Stamp other) {
        return compareTo(other) < 0;
    }

    /** Whether both are requests of the same start of the same node. */
    public boolean hasOwnerOf(Stamp other) {
        return incarnation == other.incarnation && node.equals(other.node);
    }

    /** As in {@code 7.n3}, or {@code 7.n3'2} for the second incarnation. */
    @Override
    public String toString() {
        return counter + "." + node + (incarnation == 0 ? "" : "'" + incarnation);
    }
}
