package io.quorate.core.protocol.reference.raymond;

import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.ProtocolTraits;
import io.quorate.core.protocol.ProtocolTraits.Crashes;
import io.quorate.core.protocol.ProtocolTraits.Delivery;
import io.quorate.core.protocol.ProtocolTraits.Fairness;
import io.quorate.core.protocol.reference.StaticTree;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Tree;
import io.quorate.core.wire.Codec;

/** Raymond's algorithm: a privilege that moves along the edges of a tree. */
public final class Raymond implements Protocol<RaymondMessage> {
    private final Rules rules;

    /** With all its rules. */
    public Raymond() {
        this(Rules.ALL);
    }

    private Raymond(Rules rules) {
        this.rules = rules;
    }

    /** Without one rule: for the checker, never for use. */
    public static Raymond without(Rule rule) {
        return new Raymond(new Rules(rule));
    }

    @Override
    public String name() {
        return "raymond";
    }

    @Override
    public String summary() {
        return "Raymond: a token moves along the edges of a tree; to compare with, not for use";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.UNORDERED, false, false, false, Crashes.NONE, Fairness.ARRIVAL)
                .keepingIdleLocks();
    }

    @Override
    public LockMachine<RaymondMessage> newMachine(MachineContext context) {
        return new RaymondMachine(context, rules);
    }

    @Override
    public Codec<RaymondMessage> codec() {
        return RaymondMessage.TABLE;
    }

    /** A binary tree: its nodes have the fewest neighbours that keep the ways logarithmic. */
    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Tree(nodes);
    }

    @Override
    public void requireUsable(QuorumSystem quorums) {
        StaticTree.require(quorums, name());
    }
}
