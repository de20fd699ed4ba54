// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.kits.quorumlock.DecisionMutants;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GuardedProtocolTest {
    private static final GuardedProtocol QUORUM_LOCK = new GuardedProtocol(new QuorumLock());

    @Test
    void everyGuardOfAProtocolHasAMutantAndEveryMutantAGuard() {
        Map<String, Set<String>> guards = new TreeMap<>();
        Map<String, Set<String>> mutants = new TreeMap<>();
        for (Protocol<?> protocol : Protocols.all()) {
            Set<String> rules = new GuardedProtocol(protocol).guards().keySet();
            if (!rules.isEmpty()) {
                String folder = protocol.getClass().getPackageName();
                guards.computeIfAbsent(folder, name -> new TreeSet<>()).addAll(rules);
                mutants.computeIfAbsent(folder, name -> new TreeSet<>()).addAll(rulesOfMutants(protocol));
            }
        }
        assertThat(guards).containsKey(QuorumLock.class.getPackageName());
        DecisionMutants.ALL.forEach(
                mutant -> mutants.get(QuorumLock.class.getPackageName()).add(mutant.rule()));
        assertThat(mutants).isEqualTo(guards);
    }

    /** Makes each mutant, which fails if it has no guard. */
    private static <M extends Message> List<String> rulesOfMutants(Protocol<M> protocol) {
        return protocol.ruleSets().stream()
                .flatMap(set -> Kits.mutants(set).stream())
                .peek(mutant -> assertThat(mutant.protocol().name()).isEqualTo(protocol.name()))
                .map(Mutant::rule)
                .toList();
    }

    @Test
    void theQuorumLockHasAMutantForEachOfIts92Rules() {
        assertThat(Stream.concat(Kits.mutants(new QuorumLock()).stream(), DecisionMutants.ALL.stream()))
                .hasSize(92)
                .extracting(Mutant::rule)
                .containsExactlyInAnyOrderElementsOf(QUORUM_LOCK.guards().keySet());
        assertThat(QUORUM_LOCK.guards()).containsEntry("A3", List.of("Voter.isCurrentGrant"));
    }

    @Test
    void aMutantHasClassesOfItsOwnAndTheProtocolKeepsIts() {
        Protocol<?> mutant = Kits.without(new QuorumLock(), "A3").protocol();
        assertThat(mutant).isNotInstanceOf(QuorumLock.class);
        assertThat(mutant.getClass()).hasToString(QuorumLock.class.toString());
        assertThat(Protocols.named("quorumlock").getClass()).isEqualTo(QuorumLock.class);
    }

    @Test
    void aMutantIsMadeOnce() {
        assertThat(Kits.without(new QuorumLock(), "A3").protocol())
                .isSameAs(Kits.without(new QuorumLock(), "A3").protocol());
    }

    @Test
    void aRuleWithoutAGuardIsRefused() {
        Mutant mutant = QUORUM_LOCK.without("X9", "nothing is left out", Change.TRUE);
        assertThatThrownBy(mutant::protocol).hasMessageContaining("has the guard of rule X9");
    }

    @Test
    void aChangeThatDoesNotFitItsGuardIsRefused() {
        assertThatThrownBy(QUORUM_LOCK.without("A3", "", Change.SKIPPED)::protocol)
                .hasMessageContaining("does not return void");
        assertThatThrownBy(QUORUM_LOCK.without("R9", "", Change.calling("forget", "granted"))::protocol)
                .hasMessageContaining("sendRelease does not call forget");
    }
}
