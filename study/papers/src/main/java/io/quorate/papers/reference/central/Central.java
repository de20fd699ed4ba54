// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Singleton;
import io.quorate.core.wire.Codec;

/** The central lock server. */
public final class Central implements Protocol<CentralMessage> {
    @Override
    public String name() {
        return "central";
    }

    @Override
    public int placeInLists() {
        return 15;
    }

    @Override
    public String summary() {
        return "one node decides for all: the floor to measure against, not for use";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.FIFO, false, false, false, Crashes.NONE, Fairness.ARRIVAL);
    }

    @Override
    public LockMachine<CentralMessage> newMachine(MachineContext context) {
        return new CentralMachine(context);
    }

    @Override
    public Codec<CentralMessage> codec() {
        return CentralMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Singleton(nodes);
    }

    /** A node that is a quorum alone is in every quorum, so all ask the same centre; else each could ask another. */
    @Override
    public void requireUsable(QuorumSystem quorums) {
        NodeSet asked = quorums.quorumOf(NodeId.of(0));
        if (asked.size() > 1) {
            throw new IllegalArgumentException("central needs one node that decides alone, but with the quorums "
                    + quorums.name() + " n1 asks " + asked
                    + ": take singleton, or the protocol quorumlock for these quorums");
        }
    }
}
