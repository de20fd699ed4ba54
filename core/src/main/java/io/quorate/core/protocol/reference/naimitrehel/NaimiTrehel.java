package io.quorate.core.protocol.reference.naimitrehel;

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

/** Naimi and Trehel's algorithm: a token, and a tree that every request turns around. */
public final class NaimiTrehel implements Protocol<NaimiTrehelMessage> {
    @Override
    public String name() {
        return "naimi-trehel";
    }

    @Override
    public String summary() {
        return "Naimi and Trehel: a token, and requests that turn a tree around; to compare with, not for use";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.UNORDERED, false, false, false, Crashes.NONE, Fairness.ARRIVAL)
                .keepingIdleLocks();
    }

    @Override
    public LockMachine<NaimiTrehelMessage> newMachine(MachineContext context) {
        return new NaimiTrehelMachine(context);
    }

    @Override
    public Codec<NaimiTrehelMessage> codec() {
        return NaimiTrehelMessage.TABLE;
    }

    /** Only the root matters: it has the token at first, and another for other locks. */
    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Tree(nodes);
    }

    @Override
    public void requireUsable(QuorumSystem quorums) {
        StaticTree.require(quorums, name());
    }
}
