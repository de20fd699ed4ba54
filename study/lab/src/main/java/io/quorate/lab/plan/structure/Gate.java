// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A quorum system made of smaller ones that share no node: a quorum has quorums of enough parts that their weights reach the threshold. A
 * majority is a gate of single nodes; a tree is a gate of its root, that weighs as much as all children
 * but one, and of its children, each weighing 1, where as much is needed as there are children. Figures of the whole follow from those
 * of the parts, exactly and quickly.
 */
public final class Gate implements Structure {
    private static final Gate NODE = new Gate(new Part[0], 0);
    private static final int UNREACHABLE = Integer.MAX_VALUE / 2;

    private final Part[] parts;
    private final int needed;
    private final int totalWeight;

    public record Part(Gate gate, int weight) {}

    /** The probabilities that a quorum is alive and that none is: kept apart, since a small one would be lost in the other. */
    private record Chances(double alive, double failed) {}

    private Gate(Part[] parts, int needed) {
        this.parts = parts;
        this.needed = needed;
        this.totalWeight = Arrays.stream(parts).mapToInt(Part::weight).sum();
    }

    /** A single node. */
    public static Gate node() {
        return NODE;
    }

    public static Gate of(List<Part> parts, int needed) {
        Gate gate = new Gate(parts.toArray(Part[]::new), needed);
        if (needed > gate.totalWeight || 2L * needed <= gate.totalWeight) {
            throw new IllegalArgumentException(
                    "a gate needs more than half of the weight of its parts, and not more than"
                            + " all of it, or its quorums would not meet: " + needed + " of " + gate.totalWeight);
        }
        return gate;
    }

    private boolean isNode() {
        return parts.length == 0;
    }

    private boolean weighAlike() {
        return Arrays.stream(parts).allMatch(part -> part.weight == parts[0].weight);
    }

    private boolean areAlike() {
        return Arrays.stream(parts).allMatch(part -> part.equals(parts[0]));
    }

    /** How many parts must agree, when all weigh the same. */
    private int partsNeeded() {
        return (needed + parts[0].weight - 1) / parts[0].weight;
    }

    // Load

    @Override
    public Load load() {
        GatePacking packed = packing();
        return new Load(1 / packed.atMost(), 1 / packed.atLeast());
    }

    private GatePacking packing() {
        if (isNode()) {
            return GatePacking.NODE;
        }
        GatePacking[] capacities =
                Arrays.stream(parts).map(part -> part.gate.packing()).toArray(GatePacking[]::new);
        if (weighAlike()) {
            return GatePacking.ofAnyParts(capacities, partsNeeded());
        }
        return isHub()
                ? GatePacking.ofHub(capacities)
                : GatePacking.ofWeights(
                        capacities, Arrays.stream(parts).mapToInt(Part::weight).toArray(), needed);
    }

    /** The first part with any other, or all others: an inner node of a tree. */
    private boolean isHub() {
        int others = parts.length - 1;
        return parts[0].weight == others - 1
                && needed == others
                && Arrays.stream(parts).skip(1).allMatch(part -> part.weight == 1);
    }

    // Failures survived

    @Override
    public Resilience resilience() {
        return Resilience.exactly(fewestToEnd() - 1);
    }

    /** The fewest failures after which no quorum is left: parts are ended until the others weigh too little. */
    private int fewestToEnd() {
        if (isNode()) {
            return 1;
        }
        int[] costs =
                Arrays.stream(parts).mapToInt(part -> part.gate.fewestToEnd()).toArray();
        if (weighAlike()) {
            return Arrays.stream(costs)
                    .sorted()
                    .limit(parts.length - partsNeeded() + 1L)
                    .sum();
        }
        int tooMuch = totalWeight - needed + 1;
        int[] cheapest = new int[tooMuch + 1]; // by the weight that is ended, with all beyond in the last
        Arrays.fill(cheapest, UNREACHABLE);
        cheapest[0] = 0;
        for (int place = 0; place < parts.length; place++) {
            for (int weight = tooMuch; weight >= 0; weight--) {
                int more = Math.min(tooMuch, weight + parts[place].weight);
                cheapest[more] = Math.min(cheapest[more], cheapest[weight] + costs[place]);
            }
        }
        return cheapest[tooMuch];
    }

    // Availability

    @Override
    public Unavailability unavailability(double p) {
        return Unavailability.exactly(chances(p).failed);
    }

    private Chances chances(double p) {
        if (isNode()) {
            return new Chances(1 - p, p);
        }
        if (areAlike()) {
            Chances each = parts[0].gate.chances(p);
            int survivable = parts.length - partsNeeded();
            Binomial failures = new Binomial(parts.length, each.failed);
            return new Chances(failures.upTo(survivable), failures.moreThan(survivable));
        }
        double[] byWeight = new double[needed + 1]; // of the parts that are alive, with all beyond in the last
        byWeight[0] = 1;
        for (Part part : parts) {
            Chances each = part.gate.chances(p);
            double[] next = new double[needed + 1];
            for (int weight = 0; weight <= needed; weight++) {
                next[weight] += byWeight[weight] * each.failed;
                next[Math.min(needed, weight + part.weight)] += byWeight[weight] * each.alive;
            }
            byWeight = next;
        }
        double failed = 0;
        for (int weight = 0; weight < needed; weight++) {
            failed += byWeight[weight];
        }
        return new Chances(byWeight[needed], failed);
    }

    // Dominance

    /** The whole can be bettered exactly if the gate can, or a part that matters. */
    @Override
    public Dominance dominance() {
        if (isNode()) {
            return Dominance.NON_DOMINATED;
        }
        // Parts of such a weight are too few, and so are the others.
        boolean dominated = reaches(-1, totalWeight - needed + 1, needed - 1);
        for (int place = 0; place < parts.length && !dominated; place++) {
            dominated = parts[place].gate.dominance() == Dominance.DOMINATED
                    && reaches(place, needed - parts[place].weight, needed - 1);
        }
        return dominated ? Dominance.DOMINATED : Dominance.NON_DOMINATED;
    }

    /** Whether some parts, but not the one left out, weigh something between these. */
    private boolean reaches(int leftOut, int from, int to) {
        BitSet reached = new BitSet(totalWeight + 1);
        reached.set(0);
        for (int place = 0; place < parts.length; place++) {
            if (place != leftOut) {
                int weight = parts[place].weight;
                for (int sum = reached.length() - 1; sum >= 0; sum = reached.previousSetBit(sum - 1)) {
                    reached.set(sum + weight);
                }
            }
        }
        int found = reached.nextSetBit(Math.max(0, from));
        return found >= 0 && found <= to;
    }
}
