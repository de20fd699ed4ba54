package io.quorate.core.protocol.maekawa;

import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.ProtocolTraits;
import io.quorate.core.protocol.ProtocolTraits.Crashes;
import io.quorate.core.protocol.ProtocolTraits.Delivery;
import io.quorate.core.protocol.ProtocolTraits.Fairness;
import io.quorate.core.quorum.CyclicCover;
import io.quorate.core.quorum.Grid;
import io.quorate.core.quorum.ProjectivePlane;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.wire.Codec;
import java.util.Arrays;
import java.util.List;

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

    /** Corrected, without one rule: for the checker, never for use. */
    public static Maekawa without(Rule rule) {
        return new Maekawa("corrected", Rules.CORRECTED.without(rule));
    }

    @Override
    public String name() {
        return "maekawa";
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
    public List<Protocol<MaekawaMessage>> ruleSets() {
        return List.of(new Maekawa(), asPrinted());
    }

    private boolean isAsPrinted() {
        return rules.equals(Rules.AS_PRINTED);
    }

    @Override
    public ProtocolTraits traits() {
        return isAsPrinted()
                ? new ProtocolTraits(Delivery.FIFO, false, false, false, Crashes.NONE, Fairness.STAMP_ORDER)
                : new ProtocolTraits(Delivery.UNORDERED, true, true, false, Crashes.NONE, Fairness.STAMP_ORDER);
    }

    @Override
    public LockMachine<MaekawaMessage> newMachine(MachineContext context) {
        return new MaekawaMachine(context, rules);
    }

    @Override
    public Codec<MaekawaMessage> codec() {
        return new MaekawaCodec();
    }

    /** A plane; where there is none, what has the properties (a) to (d) of section 2 as well; else a grid (section 7). */
    @Override
    public QuorumSystem usualQuorums(int nodes) {
        if (ProjectivePlane.fits(nodes)) {
            return new ProjectivePlane(nodes);
        }
        return CyclicCover.fits(nodes) ? new CyclicCover(nodes) : new Grid(nodes);
    }

    @Override
    public List<Mutant<MaekawaMessage>> mutants() {
        return isAsPrinted()
                ? List.of()
                : Arrays.stream(Rule.values())
                        .map(rule -> new Mutant<MaekawaMessage>(rule.number(), rule.leftOut(), without(rule)))
                        .toList();
    }
}
