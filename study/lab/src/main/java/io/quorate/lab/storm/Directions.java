// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The links between a number of nodes, and a random selection of them. */
final class Directions {
    private final int nodes;
    private final Randomness randomness;

    /** The frames from one node to another. */
    record Direction(NodeId from, NodeId to) {}

    Directions(int nodes, Randomness randomness) {
        this.nodes = nodes;
        this.randomness = randomness;
    }

    Stream<NodeId> others(NodeId node) {
        return IntStream.range(0, nodes).mapToObj(NodeId::of).filter(peer -> !peer.equals(node));
    }

    NodeId otherThan(NodeId node) {
        return NodeId.of((node.index() + 1 + randomness.nextInt(nodes - 1)) % nodes);
    }

    /** One direction of a link, or all that a node sends, or all that is sent to it. */
    List<Direction> at(NodeId node) {
        int which = randomness.nextInt(3);
        if (which == 0) {
            return List.of(new Direction(node, otherThan(node)));
        }
        return which == 1 ? allFrom(node) : allTo(node);
    }

    private List<Direction> allFrom(NodeId node) {
        return others(node).map(peer -> new Direction(node, peer)).toList();
    }

    private List<Direction> allTo(NodeId node) {
        return others(node).map(peer -> new Direction(peer, node)).toList();
    }

    /** All that a node sends and is sent. */
    List<Direction> allAt(NodeId node) {
        List<Direction> all = new ArrayList<>(allFrom(node));
        all.addAll(allTo(node));
        return all;
    }

    /** All links between two groups, both ways. */
    List<Direction> across(List<NodeId> one, List<NodeId> other) {
        List<Direction> across = new ArrayList<>();
        for (NodeId from : one) {
            for (NodeId to : other) {
                across.add(new Direction(from, to));
                across.add(new Direction(to, from));
            }
        }
        return across;
    }

    /** The link between the two, or one direction of it. */
    List<Direction> between(NodeId one, NodeId other) {
        List<Direction> both = List.of(new Direction(one, other), new Direction(other, one));
        int which = randomness.nextInt(4);
        return which < 2 ? both.subList(which, which + 1) : both;
    }
}
