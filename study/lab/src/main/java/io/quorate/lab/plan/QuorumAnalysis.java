// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.measure.Usage;
import io.quorate.lab.plan.measure.ZoneLoss;
import io.quorate.lab.plan.structure.Structure;
import io.quorate.lab.simulate.chance.Randomness;
import java.util.Optional;

/**
 * The cost of a quorum system, and the failures that it survives.
 *
 * @param resilience failures that are always survived, if any quorum may be used
 * @param unavailability how likely it is that no quorum is alive
 * @param usualQuorumLost how likely it is that somebody is down whom a node usually asks: what counts for a node that never
 *     asks others, as in Maekawa's paper
 * @param zoneLoss whether the loss of any one zone is survived; empty without zones
 */
public record QuorumAnalysis(
        QuorumSystem system,
        Sizes sizes,
        Messages messages,
        Busiest busiest,
        Resilience resilience,
        Unavailability unavailability,
        double usualQuorumLost,
        Symmetry symmetry,
        Dominance dominance,
        Optional<ZoneLoss> zoneLoss) {
    private static final int LIGHT = 3;
    private static final int HEAVY = 4;
    private static final int WORST = 7;

    /** Two figures that differ by less than this part are the same, computed in different ways. */
    private static final double ROUNDING = 1e-9;

    /** How many nodes a node asks, itself included. */
    public record Sizes(int smallest, int largest, double average) {}

    /**
     * How many messages an entry costs on average: Request, Grant and Release with each other node that is asked; with
     * contention also Queued; at worst an Inquire, a Relinquish and a second Grant besides.
     */
    public record Messages(double light, double heavy, double worst) {}

    /**
     * How often the busiest node is asked, as a part of all entries.
     *
     * @param best with the best strategy there is
     * @param usual when every node asks its usual quorum, of one lock
     * @param spread the same over many locks, each with its own numbering of the voters
     */
    public record Busiest(Load best, double usual, double spread) {}

    /** Whether all nodes ask equally many, and whether all are asked equally often (properties c and d of Maekawa's paper). */
    public record Symmetry(boolean asksEqually, boolean servesEqually) {}

    /**
     * The questions.
     *
     * @param p the probability that a node is down
     * @param seed for what must be estimated
     */
    public record Question(double p, Zones zones, long seed) {
        public Question {
            if (!(p >= 0 && p < 1)) {
                throw new IllegalArgumentException(
                        "A probability is from 0 up to, but not, 1; this is not: " + p + ".");
            }
        }
    }

    public static QuorumAnalysis of(QuorumSystem system, Question question) {
        Structure structure =
                Structure.of(system, new Randomness(question.seed()).fork(system.name() + " of " + system.size()));
        Usage usage = Usage.of(system);
        double others = usage.averageOthers();
        Zones zones = question.zones();
        Resilience resilience = structure.resilience();
        return new QuorumAnalysis(
                system,
                new Sizes(usage.smallest(), usage.largest(), usage.averageSize()),
                new Messages(LIGHT * others, HEAVY * others, WORST * others),
                new Busiest(
                        structure.load().noMoreThan(usage.busiest()), // asking as usual is a strategy too
                        usage.busiest(),
                        usage.busiestWhenSpread(system)),
                resilience,
                structure.unavailability(question.p()),
                usage.usualQuorumLost(question.p()),
                new Symmetry(usage.smallest() == usage.largest(), usage.servesEqually()),
                structure.dominance(),
                zones.areKnown() ? Optional.of(zones.lossIn(system, resilience.atLeast())) : Optional.empty());
    }

    /** Whether this is, as far as the figures go, the other system under another name. Estimates differ in any case. */
    boolean hasTheFiguresOf(QuorumAnalysis other) {
        return sizes.equals(other.sizes)
                && messages.equals(other.messages)
                && isClose(busiest.best.atLeast(), other.busiest.best.atLeast())
                && isClose(busiest.usual, other.busiest.usual)
                && isClose(busiest.spread, other.busiest.spread)
                && resilience.atLeast() == other.resilience.atLeast()
                && (isClose(unavailability.probability(), other.unavailability.probability())
                        || !(unavailability.isExact() || other.unavailability.isExact()))
                && zoneLoss.equals(other.zoneLoss);
    }

    private static boolean isClose(double one, double other) {
        return Math.abs(one - other) <= ROUNDING * Math.max(one, other);
    }
}
