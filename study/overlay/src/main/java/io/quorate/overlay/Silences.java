// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The number of rounds that each watched node has been silent; few nodes, so a scan of all is quick. */
final class Silences {
    private static final int FIRST_CAPACITY = 8;

    /** By their indexes: looking through them happens with every message, and each object would be another place in memory. */
    private int[] nodes;

    private int[] rounds;
    private int size;

    Silences() {
        nodes = new int[FIRST_CAPACITY];
        rounds = new int[FIRST_CAPACITY];
    }

    private Silences(Silences other) {
        nodes = other.nodes.clone();
        rounds = other.rounds.clone();
        size = other.size;
    }

    Silences copy() {
        return new Silences(this);
    }

    /** Watches a node from now on; false if it is watched already. */
    boolean watch(NodeId node, int silentFor) {
        if (place(node) >= 0) {
            return false;
        }
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
            rounds = Arrays.copyOf(rounds, 2 * size);
        }
        nodes[size] = node.index();
        rounds[size++] = silentFor;
        return true;
    }

    /** Watches these; other nodes that were asked and have answered are watched no longer. */
    void watchOnly(List<Handle> neighbours) {
        for (int place = size - 1; place >= 0; place--) {
            if (rounds[place] == 0 && !isAmong(neighbours, nodes[place])) {
                removeAt(place);
            }
        }
        for (Handle neighbour : neighbours) {
            watch(neighbour.node(), 0);
        }
    }

    private static boolean isAmong(List<Handle> handles, int node) {
        for (Handle handle : handles) {
            if (handle.node().index() == node) {
                return true;
            }
        }
        return false;
    }

    void heard(NodeId node) {
        int place = place(node);
        if (place >= 0) {
            rounds[place] = 0;
        }
    }

    void forget(NodeId node) {
        int place = place(node);
        if (place >= 0) {
            removeAt(place);
        }
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    NodeId nodeAt(int place) {
        if (place >= size) {
            throw new IndexOutOfBoundsException(place);
        }
        return NodeId.of(nodes[place]);
    }

    /** For how many rounds this node has been silent; 0 if it is not watched. */
    int roundsOf(NodeId node) {
        int place = place(node);
        return place < 0 ? 0 : rounds[place];
    }

    /** Another round has begun. */
    int addRoundAt(int place) {
        return ++rounds[place];
    }

    private void removeAt(int place) {
        size--;
        System.arraycopy(nodes, place + 1, nodes, place, size - place);
        System.arraycopy(rounds, place + 1, rounds, place, size - place);
    }

    boolean allHeard() {
        for (int place = 0; place < size; place++) {
            if (rounds[place] > 0) {
                return false;
            }
        }
        return true;
    }

    private int place(NodeId node) {
        for (int place = 0; place < size; place++) {
            if (nodes[place] == node.index()) {
                return place;
            }
        }
        return -1;
    }

    /** In the order of the nodes: the order in which they are asked is without influence. */
    void describeTo(StateWriter writer) {
        IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparing(this::nodeAt))
                .forEach(place -> {
                    writer.begin("watched");
                    writer.node("node", nodeAt(place));
                    writer.number("silent", rounds[place]);
                    writer.end();
                });
    }
}
