// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.lamport;

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
import java.util.List;

/** Lamport's algorithm, with every request acknowledged, or sparing the acknowledgements that his footnote says are not needed. */
public final class Lamport implements Protocol<LamportMessage> {
    private final boolean sparing;

    /** Every request is acknowledged. */
    public Lamport() {
        this(false);
    }

    private Lamport(boolean sparing) {
        this.sparing = sparing;
    }

    /** Without the acknowledgements that are not needed. */
    public static Lamport sparing() {
        return new Lamport(true);
    }

    @Override
    public String name() {
        return "lamport";
    }

    @Override
    public int placeInLists() {
        return 11;
    }

    @Override
    public String summary() {
        return "Lamport 1978: every node keeps the queue of all requests; 3(N-1) messages, to compare with";
    }

    @Override
    public String rules() {
        return sparing ? "sparing" : "acknowledged";
    }

    @Override
    public List<Protocol<LamportMessage>> ruleSets() {
        return List.of(new Lamport(), sparing());
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.FIFO, true, false, false, Crashes.NONE, Fairness.STAMP_ORDER);
    }

    @Override
    public LockMachine<LamportMessage> newMachine(MachineContext context) {
        context.requireVoter(name());
        return new LamportMachine(context, sparing);
    }

    @Override
    public Codec<LamportMessage> codec() {
        return LamportMessage.TABLE;
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
