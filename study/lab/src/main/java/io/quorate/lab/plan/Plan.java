// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The quorum systems that there are for a number of nodes, side by side: those that meet the wishes first, and of these the
 * ones with the fewest messages; what survives nothing comes last.
 *
 * @param sameAs names of systems that are, for this number of nodes, the same as another; with the name of that one
 */
public record Plan(Wishes wishes, List<QuorumAnalysis> analyses, Map<String, String> sameAs, Recommendation advice) {
    /** Beyond this a plan would take too long. */
    public static final int VOTERS_MAX = 10_303;

    private static final long SEED = 1;

    /** Compares everything that the catalog has, in its usual form and in what suits the wishes. */
    public static Plan of(Wishes wishes) {
        return of(wishes, List.of());
    }

    /** The same with more systems, each named as the catalog does. */
    public static Plan of(Wishes wishes, List<String> besides) {
        QuorumAnalysis.Question question = new QuorumAnalysis.Question(wishes.p(), wishes.zones(), SEED);
        List<QuorumAnalysis> analyses = new ArrayList<>();
        Map<String, String> sameAs = new LinkedHashMap<>();
        for (QuorumSystem system : systems(wishes, besides)) {
            QuorumAnalysis analysis = QuorumAnalysis.of(system, question);
            Optional<QuorumAnalysis> same =
                    analyses.stream().filter(analysis::hasTheFiguresOf).findFirst();
            if (same.isPresent()) {
                sameAs.put(system.name(), same.get().system().name());
            } else {
                analyses.add(analysis);
            }
        }
        analyses.sort(Comparator.comparing(
                        (QuorumAnalysis analysis) -> wishes.unmetBy(analysis).isPresent())
                .thenComparing(analysis -> analysis.resilience().atLeast() == 0)
                .thenComparing(analysis -> analysis.messages().light())
                .thenComparing(analysis -> -analysis.resilience().atLeast()));
        return new Plan(wishes, List.copyOf(analyses), sameAs, Recommendation.of(wishes, analyses));
    }

    private static List<QuorumSystem> systems(Wishes wishes, List<String> besides) {
        List<QuorumSystem> systems = new ArrayList<>(Quorums.possibleFor(wishes.voters()));
        List<String> names = new ArrayList<>(List.of("tree:3"));
        if (wishes.zones().areKnown()) {
            names.add("hierarchical:" + wishes.zones().text());
        }
        names.addAll(besides);
        for (String name : names) {
            QuorumSystem system = Quorums.named(name, wishes.voters());
            if (systems.stream().noneMatch(known -> known.name().equals(system.name()))) {
                systems.add(system);
            }
        }
        return systems;
    }
}
