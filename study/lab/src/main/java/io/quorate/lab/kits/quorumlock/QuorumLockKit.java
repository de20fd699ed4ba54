// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.quorumlock;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Property;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Mutant;
import java.util.List;
import java.util.Optional;

/** The kit of the quorum lock. */
public final class QuorumLockKit implements CheckKit {
    @Override
    public String protocol() {
        return "quorumlock";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return QuorumLockChecks.forMutants();
    }

    @Override
    public List<CheckSystem> forMutant(String rule) {
        return QuorumLockChecks.forMutant(rule);
    }

    @Override
    public List<CheckSystem> small() {
        return QuorumLockChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return QuorumLockChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return QuorumLockMutants.ALL;
    }

    @Override
    public List<Property> properties(CheckSystem system) {
        return QuorumLockProperties.of(system);
    }

    /** By what messages say of themselves: the classes of a mutant are others. */
    @Override
    public String countedInStorms(Message message) {
        return switch (message.kind()) {
            case "Request" -> message.toString().endsWith(" holding") ? "requests of holders" : "";
            case "Announce" -> "announces";
            case "Behind" -> "writers behind readers";
            default -> "";
        };
    }

    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(EntryCost.ofQuorum(3, 7));
    }

    @Override
    public String knownSynchronisation() {
        return "up to 2T";
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Passing.declared(protocol.traits().fairness());
    }
}
