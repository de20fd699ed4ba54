package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.catalog.Quorums;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.audit.MessageBudget;
import io.quorate.lab.world.Choice;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 8 of Maekawa's paper, message by message. */
class MaekawaTrafficTest {
    private static Setup setup(String quorums, int nodes) {
        return Setup.of(new Maekawa(), Quorums.named(quorums, nodes), nodes);
    }

    @Nested
    class Section81UnderLightDemand {
        @ParameterizedTest
        @ValueSource(ints = {2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 17, 18, 20})
        void anEntryTakesThreeMessagesForEachOtherMemberOfALine(int members) {
            int nodes = members * (members - 1) + 1;
            SimulationReport report = Demand.light(setup("plane", nodes));
            assertThat(report.claims().entries()).isEqualTo(nodes);
            assertThat(report.traffic().messagesByKind())
                    .containsOnlyKeys("Request", "Locked", "Release")
                    .allSatisfy((kind, count) -> assertThat(count).isEqualTo((long) (members - 1) * nodes));
        }

        @ParameterizedTest
        @CsvSource({
            "grid, 9, 12",
            "grid, 25, 24",
            "cyclic-cover, 10, 9",
            "cyclic-cover, 18, 12",
            "degenerate-plane, 10, 8.1",
            "plane-on-subset, 10, 6.9",
            "majority, 9, 12",
            "all, 9, 24",
            "singleton, 9, 2.667"
        })
        void soItIsWithOtherSets(String quorums, int nodes, double counted) {
            Setup setup = setup(quorums, nodes);
            SimulationReport report = Demand.light(setup);
            assertThat(report.traffic().messages()).isEqualTo(3 * Demand.othersAsked(setup));
            assertThat(report.messagesPerEntry()).isCloseTo(counted, within(0.005));
        }
    }

    @Nested
    class Section82UnderHeavyDemand {
        @ParameterizedTest
        @CsvSource({"3, 3.92", "7, 3.99", "13, 3.99", "21, 4.00", "57, 4.00"})
        void anEntryTakesAboutFourMessagesForEachOtherMember(int nodes, double measured) {
            SimulationReport report = Demand.heavy(setup("plane", nodes));
            assertThat(Demand.perAsked(report))
                    .isCloseTo(measured, within(0.02))
                    .isBetween(3.9, 4.05);
            Map<String, Long> kinds = report.traffic().messagesByKind();
            assertThat(kinds.get("Failed")).isGreaterThan(kinds.get("Request") * 9 / 10);
            Demand.assertKindsAddUp(kinds);
        }

        @ParameterizedTest
        @CsvSource({"7, 3", "13, 4", "21, 5"})
        void whateverTheDelaysAndTheLoadTheBoundHolds(int nodes, int members) {
            Setup unordered = setup("plane", nodes).over(Network.UNORDERED);
            for (int seed = 1; seed <= 20; seed++) {
                Arrivals arrivals = new Arrivals.ClosedLoop(Lapse.exponential(500_000L * seed), 1);
                Simulation calm = Simulation.of(unordered, seed, Load.of(arrivals, 10 * nodes));
                SimulationReport report = Demand.run(
                        calm.with(Lapse.heavyTailed(Simulation.USUAL_DELAY)), MessageBudget.contended(members));
                Demand.assertKindsAddUp(report.traffic().messagesByKind());
            }
        }
    }

    /** So many nodes that only arbitrate, all of them needed, and the others that ask, the one with the smallest number the oldest. */
    private static final class Worst {
        private final int arbiters;
        private final int clients;
        private final Statistics counts;
        private final Cluster cluster;

        Worst(int arbiters, int clients) {
            this.arbiters = arbiters;
            this.clients = clients;
            this.counts = new Statistics(arbiters + clients, () -> 0);
            QuorumSystem all = new Explicit(arbiters, List.of(NodeSet.first(arbiters)));
            this.cluster = Cluster.of(Setup.of(new Maekawa(), all, arbiters + clients), counts);
            for (int age = 0; age < clients; age++) {
                cluster.apply(Choice.parse("acquire n" + client(age)));
            }
        }

        private int client(int age) {
            return arbiters + 1 + age;
        }

        /** The request arrives there. */
        void arrives(int age, int arbiter) {
            cluster.apply(Choice.parse("deliver n" + client(age) + "->n" + arbiter));
        }

        /** What this arbiter and those whose requests it has say to each other arrives. */
        void talk(int arbiter, IntPredicate hasArrived) {
            boolean again = true;
            while (again) {
                again = false;
                for (int age = 0; age < clients; age++) {
                    if (hasArrived.test(age)) {
                        String client = "n" + client(age);
                        again |= tryTo("deliver n" + arbiter + "->" + client);
                        again |= tryTo("deliver " + client + "->n" + arbiter);
                    }
                }
            }
        }

        private boolean tryTo(String text) {
            Choice choice = Choice.parse(text);
            boolean possible = cluster.enabled(Limits.of(List.of())).contains(choice);
            if (possible) {
                cluster.apply(choice);
            }
            return possible;
        }

        /** Everything arrives, and whoever holds releases, until all is quiet. */
        SimulationReport.Traffic goOn() {
            List<Choice> possible = cluster.enabled(Limits.of(List.of()));
            while (!possible.isEmpty()) {
                cluster.apply(possible.get(0));
                possible = cluster.enabled(Limits.of(List.of()));
            }
            assertThat(counts.claims().entries()).isEqualTo(clients);
            return counts.traffic();
        }
    }

    /** The paper says at most five; E-M8. */
    @Nested
    class Section82TheWorstCase {
        /**
         * At one arbiter the requests arrive oldest first, so that all but one fail; at the others youngest first, so that each
         * takes the lock from the one before, which gets a second LOCKED later: 6 messages for each REQUEST there.
         */
        @ParameterizedTest
        @CsvSource({"4, 6, 5.08", "5, 10, 5.34", "8, 20, 5.61", "12, 30, 5.74"})
        void onAverageAnEntryCanTakeMoreThanFive(int arbiters, int clients, double measured) {
            Worst worst = new Worst(arbiters, clients);
            IntStream.range(0, clients).forEach(age -> worst.arrives(age, arbiters));
            worst.talk(arbiters, age -> true);
            for (int arbiter = 1; arbiter < arbiters; arbiter++) {
                for (int age = clients - 1; age >= 0; age--) {
                    int oldest = age;
                    worst.arrives(age, arbiter);
                    worst.talk(arbiter, each -> each >= oldest);
                }
            }
            SimulationReport.Traffic traffic = worst.goOn();
            int others = arbiters - 1;
            assertThat(traffic.messages()).isEqualTo(others * (6L * clients - 3) + 4L * clients - 1);
            assertThat((double) traffic.messages() / clients / arbiters).isCloseTo(measured, within(0.01));
            Demand.assertKindsAddUp(traffic.messagesByKind());
        }

        /**
         * The second oldest makes two arbiters inquire, then the oldest displaces it: seven messages at each of them are about
         * it (REQUEST, INQUIRE, RELINQUISH, FAILED, LOCKED, the LOCKED that its victim gets again, RELEASE), and four at the third.
         */
        @Test
        void oneEntryCanBeToBlameForSeven() {
            Worst worst = new Worst(3, 3);
            IntStream.range(0, 3).forEach(age -> worst.arrives(age, 3));
            worst.talk(3, age -> true);
            for (int arbiter = 1; arbiter < 3; arbiter++) {
                worst.arrives(2, arbiter);
                worst.talk(arbiter, age -> age == 2);
                worst.arrives(1, arbiter);
                worst.arrives(0, arbiter);
                worst.talk(arbiter, age -> true);
            }
            int oldest = 3 * 3;
            int youngest = 2 * 3 + 4;
            int toBlame = 2 * 7 + 4;
            SimulationReport.Traffic traffic = worst.goOn();
            assertThat(traffic.messages()).isEqualTo(oldest + youngest + toBlame);
            assertThat(toBlame).isBetween(5 * 3, 7 * 3);
            assertThat(traffic.messagesByKind())
                    .containsEntry("Inquire", 2L)
                    .containsEntry("Relinquish", 2L)
                    .containsEntry("Failed", 4L)
                    .containsEntry("Locked", 11L);
        }
    }
}
