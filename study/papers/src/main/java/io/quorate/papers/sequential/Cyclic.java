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

/** The second variation of Maekawa's section 10: one Request passes around the members. */
public final class Cyclic implements Protocol<SequentialMessage> {
    @Override
    public String name() {
        return "cyclic";
    }

    @Override
    public int placeInLists() {
        return 4;
    }

    @Override
    public String summary() {
        return "Maekawa, section 10: one request visits the members in one order for all";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.FIFO, true, false, false, Crashes.NONE, Fairness.BOUNDED);
    }

    @Override
    public LockMachine<SequentialMessage> newMachine(MachineContext context) {
        return new CyclicMachine(context);
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
