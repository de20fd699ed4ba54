// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** How often the quorums of a gate can be packed (see {@link Packing}), from how often those of its parts can. */
record GatePacking(double atLeast, double atMost) {
    /** A node is used once. */
    static final GatePacking NODE = new GatePacking(1, 1);

    /** Maximum number of parts of unlike weights: above it there are too many sets of them. */
    private static final int PARTS_MAX = 16;

    /** Any selection of this number of parts. Of t quorums a part can serve t at most, and what it can. */
    static GatePacking ofAnyParts(GatePacking[] parts, int needed) {
        return forBoth(parts, capacities -> ofAny(capacities, needed));
    }

    private static double ofAny(double[] capacities, int needed) {
        double[] ascending = Arrays.stream(capacities).sorted().toArray();
        double usedUp = 0;
        for (int place = 0; place < ascending.length; place++) {
            int others = ascending.length - place;
            // These others serve all t quorums, the parts before are used up: t is the solution of usedUp + others * t
            // = needed * t.
            if (others < needed && usedUp <= ascending[place] * (needed - others)) {
                return usedUp / (needed - others);
            }
            usedUp += ascending[place];
        }
        return usedUp / needed;
    }

    /** The first part with any other, or all others. */
    static GatePacking ofHub(GatePacking[] parts) {
        return forBoth(parts, capacities -> {
            double hub = capacities[0];
            double others = Arrays.stream(capacities).skip(1).sum();
            double least = Arrays.stream(capacities).skip(1).min().orElseThrow();
            double withoutHub = (others - hub) / (capacities.length - 1);
            return withoutHub < 0 ? others : hub + Math.min(withoutHub, least);
        });
    }

    /** Parts that reach a weight: a linear program, or bounds if they are too many. */
    static GatePacking ofWeights(GatePacking[] parts, int[] weights, int needed) {
        double byWeight = 0; // a quorum uses up so much weight of all that there is
        for (int place = 0; place < parts.length; place++) {
            byWeight += parts[place].atMost * weights[place] / needed;
        }
        GatePacking bounds = new GatePacking(1, byWeight);
        if (parts.length > PARTS_MAX) {
            return bounds;
        }
        QuorumList sets = minimalSets(weights, needed);
        OptionalDouble fewest = Packing.most(sets, parts(parts, GatePacking::atLeast));
        OptionalDouble most = Packing.most(sets, parts(parts, GatePacking::atMost));
        return fewest.isPresent() && most.isPresent()
                ? new GatePacking(fewest.getAsDouble(), most.getAsDouble())
                : bounds;
    }

    private static QuorumList minimalSets(int[] weights, int needed) {
        List<int[]> sets = new ArrayList<>();
        for (int set = 1; set < 1 << weights.length; set++) {
            int sum = 0;
            int lightest = Integer.MAX_VALUE;
            int[] members = new int[Integer.bitCount(set)];
            int next = 0;
            for (int place = 0; place < weights.length; place++) {
                if ((set >>> place & 1) == 1) {
                    sum += weights[place];
                    lightest = Math.min(lightest, weights[place]);
                    members[next++] = place;
                }
            }
            if (sum >= needed && sum - lightest < needed) {
                sets.add(members);
            }
        }
        return new QuorumList(weights.length, sets.toArray(int[][]::new));
    }

    private static GatePacking forBoth(GatePacking[] parts, ToDoubleFunction<double[]> packing) {
        return new GatePacking(
                packing.applyAsDouble(parts(parts, GatePacking::atLeast)),
                packing.applyAsDouble(parts(parts, GatePacking::atMost)));
    }

    private static double[] parts(GatePacking[] parts, ToDoubleFunction<GatePacking> bound) {
        return Arrays.stream(parts).mapToDouble(bound).toArray();
    }
}
