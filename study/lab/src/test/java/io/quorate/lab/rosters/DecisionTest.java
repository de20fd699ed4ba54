// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.rosters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.roster.RosterRules;
import io.quorate.lab.kits.quorumlock.DecisionMutants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules D alone: every order in which proposals, messages and crashes of voters can come, through the machine that production runs. Never
 * are two rosters decided.
 */
class DecisionTest {
    private static final RosterRules RULES = new QuorumLock().rosterRules().orElseThrow();

    @Test
    void neverAreTwoRostersDecided() {
        assertThat(new DecisionSearch(RULES, 3, 2, 0).run()).isEqualTo("complete after 52,899 states");
    }

    @Tag("long")
    @Test
    void norWhenAVoterStartsAgain() {
        assertThat(new DecisionSearch(RULES, 3, 2, 1).run()).isEqualTo("complete after 487,478 states");
    }

    @ParameterizedTest
    @CsvSource({"D1, 3, 2, 0, 4", "D3a, 3, 2, 1, 11", "D3b, 3, 2, 1, 11", "D3c, 3, 2, 0, 10", "D4a, 3, 2, 0, 10"})
    void everyRuleOfTheDecisionIsMissed(String rule, int voters, int ballots, int restarts, int steps) {
        RosterRules without =
                DecisionMutants.without(rule).protocol().rosterRules().orElseThrow();
        assertThat(new DecisionSearch(without, voters, ballots, restarts).run())
                .isEqualTo("two rosters decided after " + steps + " steps");
    }
}
