// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.raymond;

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

/** Raymond's algorithm: a privilege that moves along the edges of a tree. */
public final class Raymond implements Protocol<RaymondMessage> {
    @Override
    public String name() {
        return "raymond";
    }

    @Override
    public int placeInLists() {
        return 13;
    }

    @Override
    public String summary() {
        return "Raymond: a token moves along the edges of a tree; to compare with, not for use";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.UNORDERED, false, false, false, Crashes.NONE, Fairness.BOUNDED)
                .keepingIdleLocks();
    }

    @Override
    public LockMachine<RaymondMessage> newMachine(MachineContext context) {
        return new RaymondMachine(context);
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
