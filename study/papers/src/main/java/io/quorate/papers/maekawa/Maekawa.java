// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.wire.Codec;
import io.quorate.papers.quorum.CyclicCover;
import java.util.List;
import java.util.Optional;

/** Maekawa's algorithm, section 4: corrected, or as printed to show what is wrong with it. */
public final class Maekawa implements Protocol<MaekawaMessage> {
    private final String ruleSet;
    private final Rules rules;

    /** Corrected. */
    public Maekawa() {
        this("corrected", Rules.CORRECTED);
    }

    private Maekawa(String ruleSet, Rules rules) {
        this.ruleSet = ruleSet;
        this.rules = rules;
    }

    /** As section 4 has it: for the checker, never for use. */
    public static Maekawa asPrinted() {
        return new Maekawa("as-printed", Rules.AS_PRINTED);
    }

    /** Without one rule, with take-over if the rule is about that: for the checker, never for use. */
    public static Maekawa without(Rule rule) {
        return rule.isForTakeOver()
                ? new Maekawa("take-over", Rules.TAKE_OVER.without(rule))
                : new Maekawa("corrected", Rules.CORRECTED.without(rule));
    }

    /**
     * Corrected, and the role of a failed node is taken over by the next one (section 9). Failure detection must be perfect: a suspected
     * node is taken for dead, and if it is alive, two may be inside. Every node must be a voter.
     */
    public static Maekawa takingOver() {
        return new Maekawa("take-over", Rules.TAKE_OVER);
    }

    @Override
    public String name() {
        return "maekawa";
    }

    @Override
    public int placeInLists() {
        return 2;
    }

    @Override
    public String summary() {
        return "Maekawa 1985: locks all of its own set of about sqrt(N) nodes; 3(K-1) messages when nobody else asks";
    }

    @Override
    public String rules() {
        return ruleSet;
    }

    @Override
    public Optional<String> knownFault() {
        return isAsPrinted() ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    @Override
    public List<Protocol<MaekawaMessage>> ruleSets() {
        return List.of(new Maekawa(), asPrinted(), takingOver());
    }

    private boolean isAsPrinted() {
        return rules.equals(Rules.AS_PRINTED);
    }

    @Override
    public ProtocolTraits traits() {
        Crashes crashes = rules.takesOver() ? Crashes.ALL_IF_DETECTED_RIGHTLY : Crashes.NONE;
        return isAsPrinted()
                ? new ProtocolTraits(Delivery.FIFO, false, false, false, crashes, Fairness.BOUNDED)
                : new ProtocolTraits(Delivery.UNORDERED, true, true, false, crashes, Fairness.BOUNDED);
    }

    @Override
    public LockMachine<MaekawaMessage> newMachine(MachineContext context) {
        if (rules.takesOver() && context.self().index() >= context.quorums().size()) {
            throw new IllegalArgumentException(
                    context.self() + " is not one of the "
                            + context.quorums().size()
                            + " voters, so who takes over would not know of its requests: with the rules take-over let every node vote");
        }
        return new MaekawaMachine(context, rules);
    }

    @Override
    public Codec<MaekawaMessage> codec() {
        return MaekawaMessage.TABLE;
    }

    /** A plane; where there is none, what has the properties (a) to (d) of section 2 as well; else a grid (section 7). */
    @Override
    public QuorumSystem usualQuorums(int nodes) {
        if (ProjectivePlane.fits(nodes)) {
            return new ProjectivePlane(nodes);
        }
        return CyclicCover.fits(nodes) ? new CyclicCover(nodes) : new Grid(nodes);
    }
}
