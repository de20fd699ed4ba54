// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.rules.ChangeRules;
import io.quorate.core.quorumlock.rules.StopRules;
import io.quorate.core.roster.RosterRules;
import io.quorate.core.session.SessionRules;
import io.quorate.core.wire.Codec;
import java.util.Optional;

/** The quorum lock. */
public final class QuorumLock implements Protocol<QuorumLockMessage> {
    @Override
    public String name() {
        return "quorumlock";
    }

    @Override
    public int placeInLists() {
        return 1;
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
    public LockMachine<QuorumLockMessage> newMachine(MachineContext context) {
        return new QuorumLockMachine(context);
    }

    @Override
    public Codec<QuorumLockMessage> codec() {
        return new QuorumLockCodec();
    }

    @Override
    public SessionRules sessionRules() {
        return new StopRules();
    }

    @Override
    public Optional<RosterRules> rosterRules() {
        return Optional.of(new ChangeRules());
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Majority(nodes);
    }
}
