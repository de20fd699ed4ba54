// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.naimitrehel;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.wire.Codec;
import io.quorate.papers.reference.StaticTree;

/** Naimi and Trehel's algorithm: a token, and a tree that every request turns around. */
public final class NaimiTrehel implements Protocol<NaimiTrehelMessage> {
    @Override
    public String name() {
        return "naimi-trehel";
    }

    @Override
    public int placeInLists() {
        return 14;
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
