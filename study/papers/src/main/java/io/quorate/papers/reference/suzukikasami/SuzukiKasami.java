// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.wire.Codec;

/** Suzuki and Kasami's algorithm: one token, asked for by a message to everybody. */
public final class SuzukiKasami implements Protocol<SuzukiKasamiMessage> {
    @Override
    public String name() {
        return "suzuki-kasami";
    }

    @Override
    public int placeInLists() {
        return 12;
    }

    @Override
    public String summary() {
        return "Suzuki and Kasami 1985: one token, asked for by a message to everybody; 0 or N messages, to compare with";
    }

    /** The token stays where it was used last, so that no lock is ever forgotten. */
    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.UNORDERED, true, true, false, Crashes.NONE, Fairness.ARRIVAL)
                .keepingIdleLocks();
    }

    @Override
    public LockMachine<SuzukiKasamiMessage> newMachine(MachineContext context) {
        context.requireVoter(name());
        return new SuzukiKasamiMachine(context);
    }

    @Override
    public Codec<SuzukiKasamiMessage> codec() {
        return SuzukiKasamiMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new All(nodes);
    }

    @Override
    public void requireUsable(QuorumSystem quorums) {
        All.require(name(), quorums);
    }
}
