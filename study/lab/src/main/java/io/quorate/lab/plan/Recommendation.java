// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorum.systems.Singleton;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.structure.Gates;
import io.quorate.papers.quorum.PlaneOnSubset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which system to take, and why, in a sentence or two for who has to decide.
 *
 * @param system empty if none does what is wished; then the reason says what would
 */
public record Recommendation(Optional<QuorumSystem> system, String reason) {
    /** So few nodes take a majority: nothing survives more failures, and little could be saved. */
    private static final int FEW_VOTERS = 7;

    /** A node that is asked more often than this for one lock, as the root of a tree is, would be the lock's bottleneck. */
    private static final double BOTTLENECK = 0.67;

    /** A system that saves less than this part of a majority's messages is not worth surviving fewer failures. */
    private static final double WORTHWHILE = 0.2;

    /** A system counts as available if it is as available as a majority of this number of nodes, if a majority of all is not worse. */
    private static final int AVAILABLE = 5;

    /** The default number of failures to survive: that of a majority of five. */
    private static final int FAILURES_USUAL = 2;

    /** A plane is worth mentioning if it needs at most this part of the nodes more, or fewer. */
    private static final double NEAR = 0.1;

    static Recommendation of(Wishes wishes, List<QuorumAnalysis> analyses) {
        Optional<String> impossible = impossible(wishes);
        if (impossible.isPresent()) {
            return new Recommendation(Optional.empty(), impossible.get());
        }
        List<QuorumAnalysis> fit = analyses.stream()
                .filter(analysis -> wishes.unmetBy(analysis).isEmpty())
                .toList();
        if (fit.isEmpty()) {
            return new Recommendation(Optional.empty(), noneFits(wishes));
        }
        QuorumAnalysis chosen = choose(wishes, fit);
        QuorumAnalysis majority = analyses.stream()
                .filter(analysis -> analysis.system() instanceof Majority)
                .findFirst()
                .orElseThrow();
        String reason =
                chosen.system() instanceof Majority ? whyMajority(wishes, majority) : why(wishes, chosen, majority);
        return new Recommendation(
                Optional.of(chosen.system()), reason + whyDominated(chosen, fit) + nearestPlane(wishes, chosen));
    }

    /** A recommendation of a dominated system needs an explanation. */
    private static String whyDominated(QuorumAnalysis chosen, List<QuorumAnalysis> fit) {
        if (chosen.dominance() != Dominance.DOMINATED) {
            return "";
        }
        boolean isBest = fit.stream()
                .filter(other ->
                        other.resilience().atLeast() >= chosen.resilience().atLeast())
                .noneMatch(other -> other.messages().light() < chosen.messages().light());
        return " It is dominated: more sets of nodes could be called quorums, and then it would survive more; but those sets are larger"
                + (isBest ? ", and nothing in this table survives as many failures for fewer messages." : ".");
    }

    private static Optional<String> impossible(Wishes wishes) {
        if (wishes.failures() > wishes.failuresMax()) {
            return Optional.of(
                    "No quorum system of " + nodes(wishes.voters()) + " survives any " + failures(wishes.failures())
                            + ": " + wishes.failuresMax() + " at most. That takes " + nodes(2 * wishes.failures() + 1)
                            + " or more, with a majority.");
        }
        return wishes.zones().sizes().size() == 2
                ? Optional.of(
                        "No quorum system survives the loss of either of two zones: each of them would have to decide"
                                + " without the other. Put nodes into a third zone, if only one.")
                : Optional.empty();
    }

    private static String noneFits(Wishes wishes) {
        String zones = wishes.zones().areKnown()
                ? " and the loss of any of the zones " + wishes.zones().text()
                : "";
        int evenly = wishes.zones().areKnown() ? wishes.zones().largest() : 0;
        return "No system here survives any " + failures(wishes.failures()) + zones + ". "
                + (evenly > wishes.failuresMax()
                        ? "Spread the nodes more evenly: with at most " + wishes.failuresMax()
                                + " in a zone a majority survives both."
                        : "Take more nodes.");
    }

    private static QuorumAnalysis choose(Wishes wishes, List<QuorumAnalysis> fit) {
        Optional<QuorumAnalysis> majority =
                fit.stream().filter(each -> each.system() instanceof Majority).findFirst();
        if (majority.isPresent() && wishes.voters() <= FEW_VOTERS) {
            return majority.get();
        }
        double messagesOfMajority =
                majority.map(each -> each.messages().light()).orElse(Double.POSITIVE_INFINITY);
        return fit.stream()
                .filter(each -> isSound(wishes, each))
                .filter(each -> each.messages().light() <= (1 - WORTHWHILE) * messagesOfMajority)
                .min(cheapest())
                .or(() -> majority)
                .or(() -> fit.stream().min(cheapest()))
                .orElseThrow();
    }

    private static Comparator<QuorumAnalysis> cheapest() {
        return Comparator.comparingDouble(
                        (QuorumAnalysis each) -> each.messages().light())
                .thenComparing(each -> -each.resilience().atLeast());
    }

    /** The conditions that every recommendation fulfils unasked. */
    private static boolean isSound(Wishes wishes, QuorumAnalysis each) {
        double available = Gates.of(new Majority(Math.min(AVAILABLE, wishes.voters())))
                .orElseThrow()
                .unavailability(wishes.p())
                .probability();
        return !(each.system() instanceof Singleton)
                && !(each.system() instanceof All)
                && each.resilience().atLeast() >= Math.min(FAILURES_USUAL, wishes.failuresMax())
                && each.busiest().usual() <= BOTTLENECK
                && each.unavailability().atMost() <= available;
    }

    private static String whyMajority(Wishes wishes, QuorumAnalysis majority) {
        int voters = wishes.voters();
        if (voters == 1) {
            return "Take majority: one node decides alone, and survives nothing. Take 3 nodes to survive a failure.";
        }
        if (voters == 2) {
            return "Take majority: both nodes must agree, and no failure is survived. Take 3 nodes to survive one.";
        }
        return "Take majority: " + nodes(voters) + " survive any "
                + failures(majority.resilience().atLeast()) + ", as many as any system can, for "
                + messages(majority) + " an entry." + zones(wishes)
                + (voters % 2 == 0 ? " One node fewer would survive as many." : "");
    }

    private static String why(Wishes wishes, QuorumAnalysis chosen, QuorumAnalysis majority) {
        boolean majorityFits = wishes.unmetBy(majority).isEmpty();
        String asked = chosen.sizes().smallest() == chosen.sizes().largest()
                ? String.valueOf(chosen.sizes().largest())
                : chosen.sizes().smallest() + " to " + chosen.sizes().largest();
        return "Take " + chosen.system().name() + ": " + guests(chosen.system()) + "a node asks only " + asked + " of "
                + wishes.voters() + ", so an entry costs " + messages(chosen) + " instead of the "
                + number(majority.messages().light()) + " of a majority"
                + (majorityFits ? "" : ", which does not do what you ask")
                + ", and no node is asked in more than "
                + percent(chosen.busiest().usual()) + " of the entries of a lock."
                + " Any " + failures(chosen.resilience().atLeast()) + " are survived (a majority survives "
                + majority.resilience().atLeast() + ")." + zones(wishes);
    }

    private static String guests(QuorumSystem system) {
        if (!(system instanceof PlaneOnSubset plane)) {
            return "";
        }
        int guests = plane.size() - plane.points();
        return plane.points() + " nodes form a plane and vote, the other "
                + (guests == 1 ? "one only asks; " : guests + " only ask; ");
    }

    private static String zones(Wishes wishes) {
        return wishes.zones().areKnown() ? " The loss of any one zone is survived too." : "";
    }

    private static String nearestPlane(Wishes wishes, QuorumAnalysis chosen) {
        int voters = wishes.voters();
        if (chosen.system() instanceof ProjectivePlane
                || voters < FEW_VOTERS
                || wishes.zones().areKnown()) {
            return "";
        }
        for (int distance = 1; distance <= NEAR * voters; distance++) {
            for (int other : new int[] {voters + distance, voters - distance}) {
                int order = orderOfPlane(other);
                boolean isNews = other > voters || !(chosen.system() instanceof PlaneOnSubset);
                if (isNews && order >= wishes.failures() && order > 1) {
                    return " With " + nodes(other) + " there would be a plane: each node asks " + (order + 1) + ", for "
                            + 3 * order + " messages an entry, and any " + failures(order) + " are survived.";
                }
            }
        }
        return "";
    }

    /** The order of the plane with this number of points, or 0 if there is none. */
    private static int orderOfPlane(int points) {
        return ProjectivePlane.fits(points) ? (int) Math.sqrt(points - 1) : 0;
    }

    private static String messages(QuorumAnalysis analysis) {
        double light = analysis.messages().light();
        return number(light) + (light == 1 ? " message" : " messages");
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.1f", number).replaceFirst("\\.0$", "");
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", 100 * part);
    }

    private static String nodes(int count) {
        return count + (count == 1 ? " node" : " nodes");
    }

    private static String failures(int count) {
        return count == 1 ? "one failure" : count + " failures";
    }
}
