// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.kit.MessageBudget.Range;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the kits say an entry costs is what the simulator counts: each protocol by each set of rules that has no known fault. */
class MessageBudgetsTest {
    private static final int ENTRIES_MAX = 130;

    static Stream<Protocol<?>> budgeted() {
        return Kits.all().stream()
                .map(kit -> Protocols.named(kit.protocol()))
                .flatMap(protocol -> protocol.ruleSets().stream())
                .filter(rules ->
                        rules.knownFault().isEmpty() && Kits.budget(rules).isPresent())
                .map(rules -> (Protocol<?>) rules);
    }

    private static Range alone(Setup setup) {
        return Kits.budget(setup.protocol()).orElseThrow().alone(setup.quorums(), setup.nodes());
    }

    private static Range contended(Setup setup) {
        return Kits.budget(setup.protocol()).orElseThrow().contended(setup.quorums(), setup.nodes());
    }

    private static void assertWithin(Range range, SimulationReport report) {
        assertThat(report.messagesPerEntry())
                .as(() -> report.simulation().replayCommand())
                .isBetween(range.least() - 1e-9, range.most() + 1e-9);
    }

    @Test
    void everyKitHasABudgetForTheRulesThatAreForUse() {
        assertThat(Kits.all())
                .allSatisfy(kit -> assertThat(Kits.budget(Protocols.named(kit.protocol())))
                        .as(kit.protocol())
                        .isPresent());
    }

    /** No budget is two and a half times what is needed: one that nobody comes near would allow anything. */
    @ParameterizedTest
    @MethodSource("budgeted")
    void anEntryCostsWhatTheKitSaysAloneAndUnderContention(Protocol<?> protocol) {
        double alone = 0;
        double contended = 0;
        for (int nodes : new int[] {2, 4, 7, 13}) {
            Setup setup = Setup.usual(protocol, nodes);
            SimulationReport light = Demand.light(setup);
            assertWithin(alone(setup), light);
            alone = Math.max(alone, light.messagesPerEntry() / alone(setup).most());
            SimulationReport heavy = Demand.heavy(setup, ENTRIES_MAX);
            assertWithin(contended(setup), heavy);
            contended = Math.max(
                    contended, heavy.messagesPerEntry() / contended(setup).most());
        }
        assertThat(alone).as("alone").isGreaterThan(0.4);
        assertThat(contended).as("contended").isGreaterThan(0.4);
    }

    /** The order in which messages arrive decides who has to give way. The load is between the two. */
    @ParameterizedTest
    @MethodSource("budgeted")
    void soItIsWithAnyDelaysWhereMessagesNeedNoOrder(Protocol<?> protocol) {
        if (protocol.traits().needs() != Delivery.UNORDERED
                || protocol.traits().assumption().isPresent()) {
            return; // then it runs in order only, or with delays that are bounded
        }
        for (long seed = 1; seed <= 2; seed++) {
            Setup setup = Setup.usual(protocol, 7).over(Network.UNORDERED);
            Arrivals arrivals = new Arrivals.ClosedLoop(RandomDuration.exponential(500_000L * seed), 1);
            SimulationReport report = Demand.run(Simulation.of(setup, seed, Load.of(arrivals, 70))
                    .with(RandomDuration.heavyTailed(Simulation.USUAL_DELAY)));
            assertWithin(
                    Range.atMost(Math.max(alone(setup).most(), contended(setup).most())), report);
        }
    }

    /** With the numbers written down, so that a formula cannot agree with itself only. */
    @Test
    void thirteenNodesTakeTheMessagesThatThePapersSay() {
        assertThat(Stream.of("quorumlock", "maekawa", "thiare-fall", "sequential", "ricart-agrawala", "lamport")
                        .map(name -> alone(Setup.usual(Protocols.named(name), 13))))
                .containsExactly(
                        Range.exactly(18),
                        Range.exactly(9),
                        Range.exactly(9),
                        Range.exactly(9),
                        Range.exactly(24),
                        Range.exactly(36));
        assertThat(contended(Setup.usual(Protocols.named("quorumlock"), 13)).most())
                .isEqualTo(42);
        assertThat(contended(Setup.usual(Protocols.named("raymond"), 13)).most())
                .isCloseTo(3.69, within(0.01));
    }
}
