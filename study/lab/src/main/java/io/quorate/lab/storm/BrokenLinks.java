// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.storm.Directions.Direction;
import io.quorate.overlay.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which links between nodes of an overlay break at once, and for how long: for long, since replicas wait for leases before they move. */
final class BrokenLinks {
    /** How long they are broken, in leases; on average. */
    private static final int LEASES = 6;

    /** A node loses its links to a number of those nearest to it, at least two. */
    private static final int NEAREST_MAX = 5;

    /** A number of nodes in a row, at least two, lose their links to those beside them. */
    private static final int ROW_MAX = 3;

    /** Single links break among a number of nodes that are near each other. */
    private static final int TANGLED = 6;

    private static final double CHANCE_IN_A_TANGLE = 0.35;

    private final StormRun run;
    private final Directions directions;
    private final Randomness randomness;

    /** The links that are broken now. */
    private List<Direction> broken = List.of();

    BrokenLinks(StormRun run, Directions directions, Randomness randomness) {
        this.run = run;
        this.directions = directions;
        this.randomness = randomness;
    }

    long lasting() {
        return RandomDuration.exponential(LEASES * run.storm().leaseNanos()).draw(randomness);
    }

    /** Whether links are broken: one such fault at a time. */
    boolean areAny() {
        return !broken.isEmpty();
    }

    /** These break, unless then two do not hear each other, and no third hears both: that would be too much for an overlay. */
    boolean breakAll(List<Direction> links) {
        if (links.isEmpty() || !isBearable(links, run.up())) {
            return false;
        }
        broken = links;
        return true;
    }

    void mended() {
        broken = List.of();
    }

    /** Whether of any two that hear each other no longer a third still hears both, if this node is gone. */
    boolean canDoWithout(NodeId node) {
        return isBearable(
                broken, run.up().stream().filter(each -> !each.equals(node)).toList());
    }

    private boolean isBearable(List<Direction> links, List<NodeId> up) {
        List<NodeId> ring = new ArrayList<>(up);
        ring.removeIf(each -> !run.node(each).isIn()
                || run.node(each).isPaused()
                || run.node(each).isCutOff());
        ring.sort(Comparator.comparing(Key::of));
        return links.stream()
                .filter(each -> ring.contains(each.from()) && ring.contains(each.to()))
                .allMatch(each -> ring.stream().anyMatch(third -> hearsBoth(third, each, links, ring)));
    }

    private boolean hearsBoth(NodeId third, Direction direction, List<Direction> links, List<NodeId> ring) {
        NodeId one = direction.from();
        NodeId other = direction.to();
        boolean isNear = areNear(third, one, ring) && areNear(third, other, ring);
        return areLinked(third, one, links) && areLinked(third, other, links) && (isNear || !areNear(one, other, ring));
    }

    /** Whether each has a place for the other among its neighbours, also when some more have come in. */
    private boolean areNear(NodeId one, NodeId other, List<NodeId> ring) {
        int apart = Math.abs(ring.indexOf(one) - ring.indexOf(other));
        return Math.min(apart, ring.size() - apart) < run.storm().overlay().reach();
    }

    private static boolean areLinked(NodeId one, NodeId other, List<Direction> broken) {
        return !one.equals(other)
                && !broken.contains(new Direction(one, other))
                && !broken.contains(new Direction(other, one));
    }

    /** The link to the next on the ring; none if there is no other. */
    List<Direction> toTheNext(StormNode node) {
        return run.admission()
                .nextOnTheRing(node)
                .map(next -> directions.between(node.self(), next))
                .orElse(List.of());
    }

    /** Some links among nodes that are near this one on the ring. */
    List<Direction> near(StormNode node) {
        List<NodeId> ring = ringFrom(node);
        if (!node.isIn() || ring.size() < 2) {
            return List.of();
        }
        return switch (randomness.nextInt(3)) {
            case 0 -> oneAgainstTheNearest(ring);
            case 1 -> aRowAgainstThoseBesideIt(ring);
            default -> tangle(ring);
        };
    }

    /** This node, and upwards around the ring all others that are in. */
    private List<NodeId> ringFrom(StormNode node) {
        Key self = Key.of(node.self());
        List<NodeId> ring = new ArrayList<>(run.up());
        ring.removeIf(each -> !run.node(each).isIn());
        ring.sort(Comparator.comparing(each -> self.clockwiseTo(Key.of(each))));
        return ring;
    }

    private List<Direction> oneAgainstTheNearest(List<NodeId> ring) {
        List<Direction> links = new ArrayList<>();
        int count = 2 + randomness.nextInt(NEAREST_MAX - 1);
        for (int step = 1; step <= count && step < ring.size(); step++) {
            boolean upwards = step % 2 == 1;
            int place = upwards ? (step + 1) / 2 : ring.size() - step / 2;
            links.addAll(directions.between(ring.get(0), ring.get(place)));
        }
        return links;
    }

    private List<Direction> aRowAgainstThoseBesideIt(List<NodeId> ring) {
        List<Direction> links = new ArrayList<>();
        int row = Math.min(2 + randomness.nextInt(ROW_MAX - 1), ring.size());
        for (int inside = 0; inside < row; inside++) {
            for (int beside = row; beside < ring.size(); beside++) {
                boolean isNear = beside < row + 2 || beside >= ring.size() - 2;
                if (isNear) {
                    links.addAll(directions.between(ring.get(inside), ring.get(beside)));
                }
            }
        }
        return links;
    }

    private List<Direction> tangle(List<NodeId> ring) {
        List<Direction> links = new ArrayList<>();
        int count = Math.min(TANGLED, ring.size());
        for (int one = 0; one < count; one++) {
            for (int other = one + 1; other < count; other++) {
                if (randomness.chance(CHANCE_IN_A_TANGLE)) {
                    links.addAll(directions.between(ring.get(one), ring.get(other)));
                }
            }
        }
        return links;
    }

    /** All links between two groups of nodes, which a third group hears both; as if one of three places could not reach another. */
    List<Direction> betweenTwoOfThreePlaces() {
        List<NodeId> one = new ArrayList<>();
        List<NodeId> other = new ArrayList<>();
        for (int index = 0; index < run.storm().setup().nodes(); index++) {
            switch (randomness.nextInt(3)) {
                case 0 -> one.add(NodeId.of(index));
                case 1 -> other.add(NodeId.of(index));
                default -> {}
            }
        }
        return directions.across(one, other);
    }
}
