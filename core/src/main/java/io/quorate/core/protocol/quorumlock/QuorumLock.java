package io.quorate.core.protocol.quorumlock;

import io.quorate.core.protocol.EntryCost;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.ProtocolTraits;
import io.quorate.core.protocol.ProtocolTraits.Crashes;
import io.quorate.core.protocol.ProtocolTraits.Delivery;
import io.quorate.core.protocol.ProtocolTraits.Fairness;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.wire.Codec;
import java.util.Optional;

/** The quorum lock. */
public final class QuorumLock implements Protocol<QuorumLockMessage> {
    @Override
    public String name() {
        return "quorumlock";
    }

    @Override
    public String summary() {
        return "the production lock: votes of a quorum, leases, fences, SHARED and EXCLUSIVE, any order of messages, any crash";
    }

    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(Delivery.UNORDERED, true, true, true, Crashes.ALL_BY_LEASES, Fairness.STAMP_ORDER);
    }

    @Override
    public Optional<EntryCost> entryCost() {
        return Optional.of(EntryCost.ofQuorum(3, 7));
    }

    @Override
    public LockMachine<QuorumLockMessage> newMachine(MachineContext context) {
        return new QuorumLockMachine(context);
    }

    @Override
    public Codec<QuorumLockMessage> codec() {
        return QuorumLockMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Majority(nodes);
    }
}
