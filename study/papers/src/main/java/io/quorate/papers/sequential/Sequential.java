// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.wire.Codec;

/** The first variation of Maekawa's section 10: the origin asks one member after the other. */
public final class Sequential implements Protocol<SequentialMessage> {
    @Override
    public String name() {
        return "sequential";
    }

    @Override
    public int placeInLists() {
        return 3;
    }

    @Override
    public String summary() {
        return "Maekawa, section 10: members asked one by one in one order for all, no deadlock to resolve";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.UNORDERED, true, true, false, Crashes.NONE, Fairness.BOUNDED);
    }

    @Override
    public LockMachine<SequentialMessage> newMachine(MachineContext context) {
        return new SequentialMachine(context);
    }

    @Override
    public Codec<SequentialMessage> codec() {
        return SequentialMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return Route.usualQuorums(nodes);
    }
}
