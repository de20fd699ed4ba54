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
import io.quorate.core.wire.Codec;
import io.quorate.papers.quorum.IntersectionOnly;
import java.util.List;
import java.util.Optional;

/**
 * Thiare and Fall 2012: Maekawa's algorithm, in which a node asks only those members of its quorum that are in another one
 * too. So it differs in its usual quorums alone; as printed, also in the rules against deadlock, as section 4.2 reviews them.
 */
public final class ThiareFall implements Protocol<MaekawaMessage> {
    private final String ruleSet;
    private final Rules rules;

    /** Corrected: by Maekawa's corrected rules. */
    public ThiareFall() {
        this("corrected", Rules.CORRECTED);
    }

    private ThiareFall(String ruleSet, Rules rules) {
        this.ruleSet = ruleSet;
        this.rules = rules;
    }

    /** As section 4.2 has it: for the checker, never for use. */
    public static ThiareFall asPrinted() {
        return new ThiareFall("as-printed", Rules.THIARE_FALL_AS_PRINTED);
    }

    /** Corrected, without one rule: for the checker, never for use. */
    public static ThiareFall without(Rule rule) {
        return new ThiareFall("corrected", Rules.CORRECTED.without(rule));
    }

    @Override
    public String name() {
        return "thiare-fall";
    }

    @Override
    public int placeInLists() {
        return 5;
    }

    @Override
    public String summary() {
        return "Thiare and Fall 2012: Maekawa's, asking only nodes that are in two quorums; 3M messages when nobody else asks";
    }

    @Override
    public String rules() {
        return ruleSet;
    }

    @Override
    public Optional<String> knownFault() {
        return rules.equals(Rules.THIARE_FALL_AS_PRINTED) ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    @Override
    public List<Protocol<MaekawaMessage>> ruleSets() {
        return List.of(new ThiareFall(), asPrinted());
    }

    private boolean isAsPrinted() {
        return rules.equals(Rules.THIARE_FALL_AS_PRINTED);
    }

    @Override
    public ProtocolTraits traits() {
        return isAsPrinted()
                ? new ProtocolTraits(Delivery.FIFO, false, false, false, Crashes.NONE, Fairness.BOUNDED)
                : new ProtocolTraits(Delivery.UNORDERED, true, true, false, Crashes.NONE, Fairness.BOUNDED);
    }

    @Override
    public LockMachine<MaekawaMessage> newMachine(MachineContext context) {
        return new MaekawaMachine(context, rules);
    }

    @Override
    public Codec<MaekawaMessage> codec() {
        return MaekawaMessage.TABLE;
    }

    /** The intersection nodes of the largest plane that the nodes allow; the other nodes are clients (section 5). */
    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return IntersectionOnly.usual(nodes);
    }
}
