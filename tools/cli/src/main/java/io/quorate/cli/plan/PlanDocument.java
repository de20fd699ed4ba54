// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.plan;

import io.quorate.lab.plan.Plan;
import io.quorate.lab.plan.QuorumAnalysis;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Nearness;
import io.quorate.lab.plan.measure.ZoneLoss;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan as JSON. Loads and probabilities are parts of 1. */
record PlanDocument(
        int nodes,
        int failures,
        double p,
        List<Integer> zones,
        @Nullable String recommended,
        String reason,
        List<Entry> systems,
        Map<String, String> sameAs) {
    record Entry(
            String name,
            @Nullable String unmet,
            int smallestQuorum,
            int largestQuorum,
            double averageQuorum,
            QuorumAnalysis.Messages messages,
            LoadEntry busiestNode,
            FailuresEntry failuresSurvived,
            UnavailabilityEntry unavailability,
            double usualQuorumLost,
            boolean asksEqually,
            boolean servesEqually,
            @Nullable Boolean dominated,
            @Nullable ZoneLoss zoneLoss,
            @Nullable Nearness nearness) {}

    record LoadEntry(double bestAtLeast, double bestAtMost, double oneLock, double manyLocks) {}

    record FailuresEntry(int atLeast, int atMost, @Nullable Long fatalSetsOfOneMore) {}

    record UnavailabilityEntry(double probability, double standardError, double atMost, boolean exact) {}

    static PlanDocument of(Plan plan, Map<String, Nearness> nearness) {
        return new PlanDocument(
                plan.wishes().voters(),
                plan.wishes().failures(),
                plan.wishes().p(),
                plan.wishes().zones().sizes(),
                plan.advice().system().map(system -> system.name()).orElse(null),
                plan.advice().reason(),
                plan.analyses().stream()
                        .map(each ->
                                entry(plan, each, nearness.get(each.system().name())))
                        .toList(),
                plan.sameAs());
    }

    private static Entry entry(Plan plan, QuorumAnalysis each, @Nullable Nearness nearness) {
        long fatalSets = each.resilience().fatalSets();
        return new Entry(
                each.system().name(),
                plan.wishes().unmetBy(each).orElse(null),
                each.sizes().smallest(),
                each.sizes().largest(),
                each.sizes().average(),
                each.messages(),
                new LoadEntry(
                        each.busiest().best().atLeast(),
                        each.busiest().best().atMost(),
                        each.busiest().usual(),
                        each.busiest().spread()),
                new FailuresEntry(
                        each.resilience().atLeast(), each.resilience().atMost(), fatalSets < 0 ? null : fatalSets),
                new UnavailabilityEntry(
                        each.unavailability().probability(),
                        each.unavailability().standardError(),
                        each.unavailability().atMost(),
                        each.unavailability().isExact()),
                each.usualQuorumLost(),
                each.symmetry().asksEqually(),
                each.symmetry().servesEqually(),
                each.dominance() == Dominance.NOT_KNOWN ? null : each.dominance() == Dominance.DOMINATED,
                each.zoneLoss().orElse(null),
                nearness);
    }
}
