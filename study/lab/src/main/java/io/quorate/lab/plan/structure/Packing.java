// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.lab.plan.measure.Load;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.linear.LinearConstraint;
import org.hipparchus.optim.linear.LinearConstraintSet;
import org.hipparchus.optim.linear.LinearObjectiveFunction;
import org.hipparchus.optim.linear.NonNegativeConstraint;
import org.hipparchus.optim.linear.Relationship;
import org.hipparchus.optim.linear.SimplexSolver;
import org.hipparchus.optim.nonlinear.scalar.GoalType;

/**
 * The load of listed quorums. If quorums can be packed v times, each node being used once in all (in fractions), then asking
 * them in these proportions loads no node with more than 1/v, and there is no better way: it is a linear program.
 */
final class Packing {
    /** The program is solved up to this number of coefficients; that takes some tenths of a second. */
    private static final long COEFFICIENTS_MAX = 60_000;

    private static final int PIVOTS_MAX = 5_000;

    /** How many members of quorums {@link #approach} looks at. */
    private static final long LOOKS_MAX = 15_000_000;

    private static final double STEP = 0.1;

    private Packing() {}

    /** Closed form where the bounds meet, else by linear programming, else the bounds. */
    static Load load(QuorumList list) {
        Load bounds = bounds(list);
        if (bounds.isExact()) {
            return bounds;
        }
        double[] onceEach = new double[list.voters()];
        Arrays.fill(onceEach, 1);
        OptionalDouble packed = most(list, onceEach);
        return packed.isPresent() ? Load.exactly(1 / packed.getAsDouble()) : approach(list, bounds);
    }

    /**
     * At most what comes of asking all quorums equally often. At least 1/c and c/m, where c is the size of the smallest quorum
     * and m the number of nodes that are in any (Naor and Wool).
     */
    private static Load bounds(QuorumList list) {
        int[] degrees = list.degrees();
        int busiest = Arrays.stream(degrees).max().orElseThrow();
        long asked = Arrays.stream(degrees).filter(degree -> degree > 0).count();
        double smallest = list.smallest();
        return new Load(Math.max(1 / smallest, smallest / asked), (double) busiest / list.count());
    }

    /** How often sets can be packed when each member may be used as often as its capacity says; empty if that is too much. */
    static OptionalDouble most(QuorumList sets, double[] capacities) {
        if ((long) sets.count() * sets.voters() > COEFFICIENTS_MAX) {
            return OptionalDouble.empty();
        }
        double[][] uses = new double[sets.voters()][sets.count()];
        for (int place = 0; place < sets.count(); place++) {
            for (int member : sets.quorums()[place]) {
                uses[member][place] = 1;
            }
        }
        LinearConstraint[] constraints = new LinearConstraint[uses.length];
        for (int member = 0; member < uses.length; member++) {
            constraints[member] = new LinearConstraint(uses[member], Relationship.LEQ, capacities[member]);
        }
        double[] each = new double[sets.count()];
        Arrays.fill(each, 1);
        try {
            return OptionalDouble.of(new SimplexSolver()
                    .optimize(
                            new MaxIter(PIVOTS_MAX),
                            new LinearObjectiveFunction(each, 0),
                            new LinearConstraintSet(constraints),
                            GoalType.MAXIMIZE,
                            new NonNegativeConstraint(true))
                    .getValue());
        } catch (MathIllegalStateException tooManyPivots) {
            return OptionalDouble.empty();
        }
    }

    /**
     * Narrows the bounds by play: one side asks the quorum that weighs least, the other makes the nodes asked weigh more. The
     * lightest quorum never weighs more than the load, if all nodes together weigh one; what was asked shows how even it can be.
     */
    private static Load approach(QuorumList list, Load bounds) {
        double[] weights = new double[list.voters()];
        Arrays.fill(weights, 1);
        double total = list.voters();
        int[] asked = new int[list.voters()];
        int busiest = 0;
        double atLeast = bounds.atLeast();
        double atMost = bounds.atMost();
        long rounds = LOOKS_MAX / list.members();
        for (int round = 1; round <= rounds; round++) {
            int lightest = lightest(list, weights);
            atLeast = Math.max(atLeast, weight(list.quorums()[lightest], weights) / total);
            for (int member : list.quorums()[lightest]) {
                total += STEP * weights[member];
                weights[member] *= 1 + STEP;
                busiest = Math.max(busiest, ++asked[member]);
            }
            atMost = Math.min(atMost, (double) busiest / round);
            if (total > Double.MAX_VALUE / 1e10) {
                total = rescale(weights);
            }
        }
        return new Load(Math.min(atLeast, atMost), atMost);
    }

    private static int lightest(QuorumList list, double[] weights) {
        int lightest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int place = 0; place < list.count(); place++) {
            double weight = weight(list.quorums()[place], weights);
            if (weight < least) {
                least = weight;
                lightest = place;
            }
        }
        return lightest;
    }

    private static double weight(int[] quorum, double[] weights) {
        double weight = 0;
        for (int member : quorum) {
            weight += weights[member];
        }
        return weight;
    }

    private static double rescale(double[] weights) {
        double largest = Arrays.stream(weights).max().orElseThrow();
        double total = 0;
        for (int node = 0; node < weights.length; node++) {
            weights[node] /= largest;
            total += weights[node];
        }
        return total;
    }
}
