// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.plan.QuorumAnalysis;
import io.quorate.lab.plan.QuorumAnalysis.Question;
import io.quorate.lab.plan.Zones;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.quorum.IntersectionOnly;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tables of docs/understand/quorums.md: sizes computed from the quorums, messages counted in the simulator. Only what papers
 * say is written down here.
 */
final class QuorumTables {
    private static final long SEED = 1;
    private static final String NOT_SAID = "–";

    private QuorumTables() {}

    /** Each table by the name under which the page has it. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        tables.put("sizes", sizes());
        tables.put("maekawa-1", maekawaOne());
        tables.put("maekawa-2", maekawaTwo());
        tables.put("thiare-fall", thiareFall());
        tables.put("coteries", coteries());
        return tables;
    }

    /** How many nodes a node asks, itself included, for some numbers of nodes. */
    private static List<String> sizes() {
        int[] voters = {3, 5, 7, 9, 13, 21, 50, 100, 1000};
        List<String> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("nodes"));
        for (int each : voters) {
            head.add(String.format(Locale.ROOT, "%,d", each));
        }
        addHead(rows, head);
        for (String name : Quorums.names()) {
            List<String> cells = new ArrayList<>(List.of("`" + name + "`"));
            for (int each : voters) {
                cells.add(sizeText(name, each));
            }
            rows.add(row(cells));
        }
        return rows;
    }

    private static String sizeText(String name, int voters) {
        QuorumSystem system;
        try {
            system = Quorums.named(name, voters);
        } catch (IllegalArgumentException doesNotFit) {
            return NOT_SAID;
        }
        return sizeText(system);
    }

    private static String sizeText(QuorumSystem system) {
        int smallest = Integer.MAX_VALUE;
        int largest = 0;
        for (int node = 0; node < system.size(); node++) {
            int members = system.quorumOf(NodeId.of(node)).size();
            smallest = Math.min(smallest, members);
            largest = Math.max(largest, members);
        }
        return smallest == largest ? Integer.toString(smallest) : smallest + "-" + largest;
    }

    /** What an entry costs if nobody else wants the lock: counted in a run in which each node takes it once, one by one. */
    private static double messages(QuorumSystem system) {
        int claims = system.size();
        SimulationReport report = Simulator.run(Simulation.of(
                Setup.of(new QuorumLock(), system, system.size()), SEED, Load.of(new Arrivals.Alone(), claims)));
        assertThat(report.failure()).as(system.name()).isNull();
        assertThat(report.claims().entries()).as(system.name()).isEqualTo(claims);
        return report.messagesPerEntry();
    }

    private static List<String> maekawaOne() {
        Map<Integer, Integer> printed = new LinkedHashMap<>();
        printed.put(3, 3);
        printed.put(7, 6);
        printed.put(13, 9);
        printed.put(21, 12);
        printed.put(133, 33);
        printed.put(381, 57);
        List<String> rows = new ArrayList<>();
        addHead(rows, List.of("N", "K", "printed", "`plane`", "Ricart and Agrawala, 2(N-1)"));
        printed.forEach((voters, paper) -> {
            QuorumSystem plane = Quorums.named("plane", voters);
            rows.add(row(List.of(
                    voters.toString(),
                    sizeText(plane),
                    paper.toString(),
                    decimal(messages(plane), 0),
                    Integer.toString(2 * (voters - 1)))));
        });
        return rows;
    }

    private static List<String> maekawaTwo() {
        Map<Integer, String> printed = new LinkedHashMap<>();
        printed.put(5, "4.8");
        printed.put(6, "5.5");
        printed.put(8, NOT_SAID);
        printed.put(10, "8.1");
        printed.put(12, NOT_SAID);
        printed.put(16, NOT_SAID);
        printed.put(18, "11.7");
        printed.put(20, NOT_SAID);
        printed.put(25, NOT_SAID);
        List<String> rows = new ArrayList<>();
        List<String> names =
                List.of("degenerate-plane", "cyclic-cover", "plane-on-subset", "grid", "grid-as-printed", "majority");
        List<String> head = new ArrayList<>(List.of("N", "printed"));
        names.forEach(name -> head.add("`" + name + "`"));
        head.add("Ricart and Agrawala, 2(N-1)");
        addHead(rows, head);
        printed.forEach((voters, paper) -> {
            List<String> cells = new ArrayList<>(List.of(voters.toString(), paper));
            names.forEach(name -> cells.add(decimal(messages(Quorums.named(name, voters)), 2)));
            cells.add(Integer.toString(2 * (voters - 1)));
            rows.add(row(cells));
        });
        return rows;
    }

    /** The three cases of the paper's section 5, on thirteen nodes. */
    private static List<String> thiareFall() {
        int nodes = 13;
        List<String> rows = new ArrayList<>();
        addHead(
                rows,
                List.of(
                        "M",
                        "arbiters",
                        "messages of a client, 3M",
                        "of an arbiter, 3(M-1)",
                        "on average",
                        "behaves as"));
        Map<QuorumSystem, String> cases = new LinkedHashMap<>();
        cases.put(IntersectionOnly.made(nodes, 2, 2), "a central lock server");
        cases.put(IntersectionOnly.made(nodes, nodes, 4), "Maekawa's plane");
        cases.put(
                IntersectionOnly.of(nodes, Collections.nCopies(2, NodeSet.first(nodes))),
                "asking everybody, as Ricart and Agrawala do");
        cases.forEach((system, as) -> {
            NodeSet arbiters = NodeSet.EMPTY;
            for (int node = 0; node < nodes; node++) {
                arbiters = arbiters.union(system.quorumOf(NodeId.of(node)));
            }
            int asked = system.quorumOf(NodeId.of(0)).size();
            boolean hasClients = arbiters.size() < nodes;
            rows.add(row(List.of(
                    Integer.toString(asked),
                    Integer.toString(arbiters.size()),
                    hasClients ? Integer.toString(3 * asked) : NOT_SAID,
                    Integer.toString(3 * (asked - 1)),
                    decimal(messages(system), 2),
                    as)));
        });
        return rows;
    }

    private static List<String> coteries() {
        List<String> rows = new ArrayList<>();
        addHead(
                rows,
                List.of(
                        "quorums",
                        "nodes",
                        "size",
                        "survives any",
                        "F(0.01)",
                        "F(0.05)",
                        "F(0.1)",
                        "load",
                        "messages"));
        Map<String, List<Integer>> compared = new LinkedHashMap<>();
        compared.put("majority", List.of(5, 7, 13));
        compared.put("plane", List.of(7, 13, 21));
        compared.put("tree", List.of(7, 9, 15));
        compared.put("grid", List.of(9, 16));
        compared.put("cyclic-cover", List.of(10));
        compared.put("hierarchical:3x3", List.of(9));
        compared.forEach((name, numbers) -> numbers.forEach(voters -> rows.add(coterie(Quorums.named(name, voters)))));
        return rows;
    }

    private static String coterie(QuorumSystem system) {
        List<String> cells =
                new ArrayList<>(List.of("`" + system.name() + "`", Integer.toString(system.size()), sizeText(system)));
        QuorumAnalysis analysis = QuorumAnalysis.of(system, new Question(0.01, Zones.NONE, SEED));
        cells.add(Integer.toString(analysis.resilience().atLeast()));
        for (double p : new double[] {0.01, 0.05, 0.1}) {
            cells.add(scientific(QuorumAnalysis.of(system, new Question(p, Zones.NONE, SEED))
                    .unavailability()
                    .probability()));
        }
        cells.add(decimal(analysis.busiest().best().atMost(), 2));
        cells.add(decimal(messages(system), 2));
        return row(cells);
    }

    private static String decimal(double number, int places) {
        String text = String.format(Locale.ROOT, "%." + places + "f", number);
        return text.replaceFirst("\\.0+$", "");
    }

    private static String scientific(double number) {
        return String.format(Locale.ROOT, "%.1e", number).replaceFirst("e([+-])0", "e$1");
    }

    private static void addHead(List<String> rows, List<String> cells) {
        rows.add(row(cells));
        rows.add(cells.stream().map(cell -> "---").collect(Collectors.joining("|", "|", "|")));
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
