// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A swarm that lets a broken twin pass is blind to that rule. Not listed are the rules whose absence others repair before the end
 * (R6, R9, A1a, A4b, A4c, P1) or shows too rarely by chance (R8b, A3): those are for the checker, which tries every order.
 */
class SharpnessTest {
    private static final int SEEDS = 3_000;

    @ParameterizedTest
    @ValueSource(strings = {"R2", "R4a", "R4b", "R5", "R7", "R8", "A1b", "A1c", "A2", "A4a", "A5", "S4", "S6"})
    void theSwarmFindsTheTwinWithoutThisRule(String rule) {
        QuorumLock protocol = new QuorumLock();
        Mutant mutant = Kits.without(protocol, rule);
        assertThat(LongStream.rangeClosed(1, SEEDS)
                        .mapToObj(seed -> Swarm.draw(protocol, seed))
                        .map(drawn -> Simulator.run(drawn.with(drawn.setup().without(mutant))))
                        .anyMatch(report -> !report.isOk()))
                .isTrue();
    }
}
