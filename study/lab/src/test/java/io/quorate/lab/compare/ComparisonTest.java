// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.kit.Kits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
    private static Comparison with(int nodes, Pressure pressure) {
        return new Comparison(nodes, pressure, 2, 200, Comparison.IN_STEP, 1);
    }

    private static Outcome.Measured measured(String protocol, Comparison comparison) {
        return (Outcome.Measured) comparison.measure(Protocols.named(protocol));
    }

    @Test
    void aTokenCostsNothingWhereItIsAndElsewhereAMessageForEachNode() {
        Outcome.Measured measured = measured("suzuki-kasami", with(13, Pressure.LIGHT));
        long entries = measured.report().claims().entries();
        assertThat(measured.report().traffic().messages()).isEqualTo(13 * (entries - 1));
    }

    @Test
    void theCentreCostsThreeMessagesButNoneForItself() {
        Outcome.Measured measured = measured("central", with(13, Pressure.LIGHT));
        assertThat(measured.messages()).isEqualTo(3.0 * 12 / 13);
        assertThat(measured.busiest()).as("it takes part in all").isEqualTo(measured.messages());
    }

    @ParameterizedTest
    @ValueSource(strings = {"quorumlock", "maekawa", "thiare-fall", "tree", "ricart-agrawala", "lamport"})
    void aloneItTakesTwoMessageTimesToEnterAndNobodyIsOvertaken(String protocol) {
        Outcome.Measured measured = measured(protocol, with(13, Pressure.LIGHT));
        assertThat(measured.delay()).isEqualTo(2);
        assertThat(measured.synchronisationDelay()).isEmpty();
        assertThat(measured.overtakings()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ricart-agrawala", "lamport", "suzuki-kasami", "naimi-trehel"})
    void whereTheLeaverTellsTheNextTheLockMovesInOneMessageTime(String protocol) {
        Outcome.Measured measured = measured(protocol, with(13, Pressure.HEAVY));
        assertThat(measured.synchronisationDelay()).hasValue(1);
        assertThat(measured.longestSynchronisationDelay()).isEqualTo(1);
    }

    /** One of them, if the voter in between is the one that leaves or the one that enters. */
    @ParameterizedTest
    @ValueSource(strings = {"quorumlock", "maekawa", "thiare-fall", "tree", "central"})
    void whereAnVoterIsInBetweenItMovesInTwo(String protocol) {
        Outcome.Measured measured = measured(protocol, with(13, Pressure.HEAVY));
        assertThat(measured.synchronisationDelay().orElseThrow()).isBetween(1.3, 2.0);
        assertThat(measured.longestSynchronisationDelay()).isEqualTo(2);
    }

    @Test
    void underHeavyLoadADelayIsARoundOfAllOthers() {
        double delay = measured("ricart-agrawala", new Comparison(5, Pressure.HEAVY, 2, 2_000, "constant", 1))
                .delay();
        assertThat(delay)
                .as("five holds of 2 and five hand-overs of 1, but the own hold")
                .isCloseTo(13, within(0.1));
    }

    @Test
    void theOrderOfProtocolsIsThatOfTheirCosts() {
        List<String> byCost = new ArrayList<>();
        List<Outcome.Measured> measured = new ArrayList<>();
        for (String name : List.of("lamport", "ricart-agrawala", "quorumlock", "suzuki-kasami", "maekawa", "central")) {
            measured.add(measured(name, with(13, Pressure.LIGHT)));
        }
        measured.sort((one, other) -> Double.compare(one.messages(), other.messages()));
        measured.forEach(each -> byCost.add(each.protocol().name()));
        assertThat(byCost)
                .containsExactly("central", "maekawa", "suzuki-kasami", "quorumlock", "ricart-agrawala", "lamport");
    }

    @Test
    void allProtocolsCanBeComparedUnderEveryLoadAndTheSameSeedGivesTheSameNumbers() {
        for (Pressure pressure : List.of(Pressure.LIGHT, Pressure.HEAVY, Pressure.poisson(0.7))) {
            Comparison small = new Comparison(5, pressure, 2, 40, Comparison.IN_STEP, 7);
            for (Protocol<?> protocol : Protocols.all()) {
                Outcome first = small.measure(protocol);
                assertThat(first).as(protocol.name()).isInstanceOf(Outcome.Measured.class);
                assertThat(((Outcome.Measured) small.measure(protocol)).report().traceHash())
                        .isEqualTo(((Outcome.Measured) first).report().traceHash());
            }
        }
    }

    @Test
    void contentionMakesWaitsLongerAndLetsClaimsShareARequest() {
        Outcome.Measured quiet = measured("ricart-agrawala", with(5, Pressure.poisson(0.1)));
        Outcome.Measured busy = measured("ricart-agrawala", with(5, Pressure.poisson(1)));
        assertThat(busy.delay()).isGreaterThan(quiet.delay());
        assertThat(busy.messages()).isLessThan(quiet.messages());
        assertThat(busy.overtakings()).isPositive();
    }

    @Test
    void whoCannotRunIsToldWithTheReason() {
        Outcome outcome = new Comparison(5, Pressure.LIGHT, 2, 10, "exponential", 1)
                .measure(Protocols.named("ricart-agrawala:implicit-reply"));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Impossible.class,
                        impossible -> assertThat(impossible.reason()).contains("needs delays of at most"));
    }

    @Test
    void twoHoldersEndTheComparison() {
        Protocol<?> broken = Kits.without(Protocols.named("quorumlock"), "R7").protocol();
        assertThatThrownBy(() -> with(3, Pressure.HEAVY).measure(broken))
                .isInstanceOf(AuditFailure.class)
                .hasMessageContaining("the run of quorumlock breaks a promise")
                .hasMessageContaining("./quorate simulate quorumlock --seed 1 --nodes 3");
    }

    @Test
    void aLoadIsLightOrHeavyOrANumberFromZeroToOne() {
        assertThat(Pressure.parse("light")).isEqualTo(Pressure.LIGHT).isEqualTo(Pressure.parse("0"));
        assertThat(Pressure.parse("heavy")).isEqualTo(Pressure.HEAVY);
        assertThat(Pressure.parse("0.25")).isEqualTo(Pressure.poisson(0.25));
        assertThat(Pressure.parse("1")).isEqualTo(Pressure.poisson(1));
        for (String wrong : List.of("1.1", "-0.5", "middle", "", "0.5x")) {
            assertThatThrownBy(() -> Pressure.parse(wrong)).hasMessageContaining("light, heavy, or a number");
        }
    }

    @Test
    void conditionsThatMeanNothingAreRefused() {
        assertThatThrownBy(() -> new Comparison(0, Pressure.LIGHT, 2, 10, "constant", 1))
                .hasMessageContaining("at least one node");
        assertThatThrownBy(() -> new Comparison(3, Pressure.LIGHT, 0, 10, "constant", 1))
                .hasMessageContaining("more than 0");
        assertThatThrownBy(() -> new Comparison(3, Pressure.LIGHT, 2, 0, "constant", 1))
                .hasMessageContaining("at least one entry");
        assertThatThrownBy(() -> new Comparison(3, Pressure.LIGHT, 2, 10, "sometimes", 1))
                .hasMessageContaining("There is no distribution");
    }
}
