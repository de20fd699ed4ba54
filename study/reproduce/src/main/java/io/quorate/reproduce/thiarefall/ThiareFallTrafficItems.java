package io.quorate.reproduce.thiarefall;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.quorum.IntersectionOnly;
import io.quorate.papers.reference.central.Central;
import io.quorate.papers.reference.suzukikasami.SuzukiKasami;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.KindCounter;
import io.quorate.reproduce.measure.SetProperties;
import io.quorate.reproduce.measure.SingleEntry;
import io.quorate.reproduce.measure.WorstCaseRuns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Thiare and Fall, sections 1 and 7: 3M to 5M messages, the three special cases, and the comparison with Maekawa's. */
final class ThiareFallTrafficItems {
    private static final long DELAY = 1_000_000;

    private ThiareFallTrafficItems() {}

    static List<Item> all() {
        return List.of(
                item(
                        "thiare-fall-section-1",
                        "Section 1",
                        "A synchronisation delay of 2, and fewer messages than Maekawa's",
                        1.5,
                        3.5,
                        ThiareFallTrafficItems::compared),
                item(
                        "thiare-fall-section-7",
                        "Section 7, abstract",
                        "From 3M to 5M messages for an entry",
                        0.6,
                        1.5,
                        ThiareFallTrafficItems::bounds),
                item(
                        "thiare-fall-m-1",
                        "Section 7, M = 1",
                        "With one intersection node it is a centralized system",
                        0.1,
                        0.1,
                        ThiareFallTrafficItems::one),
                item(
                        "thiare-fall-m-root-n",
                        "Section 7, M the root of N",
                        "With a plane of all nodes it is Maekawa's algorithm",
                        0.1,
                        0.3,
                        ThiareFallTrafficItems::root),
                item(
                        "thiare-fall-m-n",
                        "Section 7, M = N",
                        "With everybody an intersection node it asks all, as Ricart and Agrawala's",
                        0.1,
                        0.1,
                        ThiareFallTrafficItems::all));
    }

    private static Item item(
            String name, String place, String title, double quick, double full, Experiment experiment) {
        return new Item(name, Paper.THIARE_FALL, place, title, new Item.Effort(quick, full), experiment);
    }

    private static Setup setup(String quorums, int nodes) {
        return Setup.of(new ThiareFall(), Quorums.named(quorums, nodes), nodes);
    }

    /** Messages of an entry alone. */
    private static long entryOf(Setup setup, int node) {
        return SingleEntry.of(setup, NodeId.of(node)).all();
    }

    /** A number of nodes with so many quorums, and the M that this makes. */
    private record Size(int nodes, int quorums, int members) {}

    private static Finding bounds(Scale scale, Experiment.Progress progress) {
        List<Size> sizes = scale.choose(
                List.of(new Size(13, 2, 1), new Size(13, 7, 3), new Size(57, 13, 4)),
                List.of(
                        new Size(13, 2, 1),
                        new Size(13, 7, 3),
                        new Size(57, 7, 3),
                        new Size(57, 13, 4),
                        new Size(57, 21, 5),
                        new Size(133, 7, 3),
                        new Size(133, 21, 5)));
        Finding.Builder finding =
                Finding.of("Entries alone of a client (the last node) and of an arbiter (the first); then every"
                        + " node wants the lock again as soon as it has had it, 40 times each or 2,000 in all (simulator, seed 1); then M"
                        + " arbiters that clients ask in the dearest order. A message of a node to itself is none.");
        Rows rows = new Rows(
                "Messages for an entry",
                "N",
                "quorums",
                "M",
                "arbiters",
                "client: paper, 3M",
                "ours",
                "arbiter, 3(M-1)",
                "heavy demand, for each asked");
        for (Size size : sizes) {
            Setup setup = setup("intersection-only:" + size.quorums, size.nodes);
            String of = "N = " + size.nodes + ", M = " + size.members + ": ";
            long client = entryOf(setup, size.nodes - 1);
            long arbiter = entryOf(setup, 0);
            finding.compare(Comparison.equal(of + "the best case, 3M", 3L * size.members, client));
            finding.compare(Comparison.differs(
                    of + "the same for an arbiter, 3M",
                    3 * size.members,
                    arbiter,
                    arbiter == 3L * (size.members - 1),
                    "it is one of its own M, and a message of a node to itself is none: 3(M-1)"));
            int arbiters = ((IntersectionOnly) setup.quorums()).arbiters();
            double heavy = Demand.perAsked(Demand.heavy(setup));
            finding.compare(Comparison.within(of + "c of cM under heavy demand", "3 to 5", 3, heavy, 5));
            rows.add(size.nodes, size.quorums, size.members, arbiters, 3 * size.members, client, arbiter, heavy);
            progress.at((double) rows.count() / sizes.size());
        }
        return finding.compare(worst(4, 6))
                .compare(worst(8, 20))
                .show(rows.sheet())
                .found();
    }

    /** All clients share the arbiters, and each is in a quorum of its own with them. */
    private static Comparison worst(int members, int clients) {
        List<NodeSet> family = new ArrayList<>();
        for (int client = members; client < members + clients; client++) {
            family.add(NodeSet.first(members).with(NodeId.of(client)));
        }
        int nodes = members + clients;
        Setup shared = Setup.of(new ThiareFall(), IntersectionOnly.of(nodes, family), nodes);
        KindCounter counts = WorstCaseRuns.onAverage(shared, members);
        double each = (double) counts.all() / clients / members;
        return Comparison.differs(
                "M = " + members + ", " + clients
                        + " clients in the dearest order: messages for an entry and M, at most",
                5,
                each,
                counts.all() == WorstCaseRuns.formula(members, clients) && each > 5 && each <= 6,
                "5M forgets the second LOCKED of a request that gave way: 6M on average at most, as in Maekawa's (E-M8)");
    }

    private static Finding one(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(3, 7, 13), List.of(3, 7, 13, 57, 133));
        Finding.Builder finding = Finding.of("Two quorums that share one node, N = " + sizes
                + ", beside the central algorithm; every node enters once, alone (simulator, seed 1).");
        Rows rows = new Rows("Messages in all", "N", "central", "M = 1", "of them at the arbiter");
        for (int nodes : sizes) {
            SimulationReport hub = Demand.light(setup("intersection-only:2", nodes));
            SimulationReport central = Demand.light(Setup.usual(new Central(), nodes));
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": messages in all, as a centralized system",
                    central.traffic().messages(),
                    hub.traffic().messages()));
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": of them the arbiter sends or receives",
                    hub.traffic().messages(),
                    hub.traffic().busiestMessages()));
            rows.add(
                    nodes,
                    central.traffic().messages(),
                    hub.traffic().messages(),
                    hub.traffic().busiestMessages());
        }
        return finding.show(rows.sheet())
                .draw(QuorumPicture.svgOf(IntersectionOnly.made(13, 2)))
                .found();
    }

    private static Finding root(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(7, 13, 21), List.of(7, 13, 21, 57, 133, 183));
        Finding.Builder finding = Finding.of("Planes of all nodes, N = " + sizes
                + ", beside Maekawa's algorithm on its usual sets; every node enters once, alone (simulator, seed 1).");
        for (int nodes : sizes) {
            SimulationReport here = Demand.light(Setup.usual(new ThiareFall(), nodes));
            SimulationReport maekawa = Demand.light(Setup.usual(new Maekawa(), nodes));
            finding.compare(Comparison.holds(
                    "N = " + nodes + ": performs as the original Maekawa's algorithm",
                    Comparison.text(maekawa.messagesPerEntry()) + " messages for an entry",
                    Comparison.text(here.messagesPerEntry()) + ", the same of each kind and at the busiest node",
                    here.traffic().equals(maekawa.traffic())));
            progress.at(nodes / (sizes.get(sizes.size() - 1) + 1.0));
        }
        int members =
                SetProperties.of(Quorums.named("intersection-only", 13)).size().most();
        finding.compare(Comparison.differs(
                "N = 13: \"M < K\", with K = 4",
                "M below 4",
                "M = " + members,
                members == 4,
                "M is at most K, and equal where every node is in several quorums, as in a plane"));
        return finding.found();
    }

    private static Finding all(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(5, 9), List.of(5, 9, 13, 21));
        Finding.Builder finding = Finding.of(
                "One set of all nodes, listed twice so that everybody is in two quorums, N = " + sizes
                        + ", beside Ricart and Agrawala's algorithm; every node enters once, alone (simulator, seed 1).");
        for (int nodes : sizes) {
            IntersectionOnly everybody = IntersectionOnly.of(nodes, Collections.nCopies(2, NodeSet.first(nodes)));
            double ours =
                    Demand.light(Setup.of(new ThiareFall(), everybody, nodes)).messagesPerEntry();
            double theirs =
                    Demand.light(Setup.usual(new RicartAgrawala(), nodes)).messagesPerEntry();
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": M",
                    nodes,
                    SetProperties.of(everybody).size().most()));
            finding.compare(
                    Comparison.differs(
                            "N = " + nodes + ": messages, similar to Ricart and Agrawala's",
                            theirs,
                            ours,
                            theirs == 2.0 * (nodes - 1) && ours == 3.0 * (nodes - 1),
                            "similar in whom it asks, not in cost: 3(N-1) instead of 2(N-1), where a late REPLY is the RELEASE"));
        }
        return finding.found();
    }

    private static Finding compared(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(13, 21, 57), List.of(13, 21, 57, 133));
        Finding.Builder finding =
                Finding.of("Seven quorums on seven arbiters (M = 3) beside a plane of all nodes, N = " + sizes
                        + ": every node enters once, alone, and then wants the lock again as soon as it has had it (simulator, seed 1)."
                        + " Busiest: messages that the busiest node sends and receives for each entry of anybody.");
        Rows rows = new Rows("Beside Maekawa's", "N", "quorums", "light", "busiest", "heavy", "busiest");
        Points planes = new Points();
        Points sevens = new Points();
        for (int nodes : sizes) {
            double plane = sideBySide(rows, "plane", nodes);
            double seven = sideBySide(rows, "intersection-only:7", nodes);
            planes.add(nodes, plane);
            sevens.add(nodes, seven);
            finding.compare(Comparison.holds(
                    "N = " + nodes + ": fewer messages than Maekawa's if M is below the root of N",
                    "fewer than " + Comparison.text(plane),
                    Comparison.text(seven),
                    seven < plane));
            progress.at(nodes / (sizes.get(sizes.size() - 1) + 1.0));
        }
        delays(finding);
        double token = SingleEntry.of(Setup.usual(new SuzukiKasami(), 13), NodeId.of(12))
                .all();
        finding.compare(Comparison.equal("N = 13: Suzuki and Kasami's takes N messages", 13.0, token));
        List<Chart.Series> lines =
                List.of(planes.measured("Maekawa's plane"), sevens.measured("M = 3"), sevens.theory("3M", nodes -> 9));
        return finding.show(rows.sheet())
                .plot(Chart.linear("Messages for an entry, light demand", "nodes N", "messages", lines))
                .found();
    }

    private static double sideBySide(Rows rows, String quorums, int nodes) {
        SimulationReport alone = Demand.light(setup(quorums, nodes));
        SimulationReport contended = Demand.heavy(setup(quorums, nodes));
        rows.add(
                nodes,
                quorums,
                alone.messagesPerEntry(),
                Demand.busiest(alone),
                contended.messagesPerEntry(),
                Demand.busiest(contended));
        return alone.messagesPerEntry();
    }

    private static void delays(Finding.Builder finding) {
        Arrivals always = new Arrivals.ClosedLoop(RandomDuration.constant(0), 1);
        Setup seven = setup("intersection-only:7", 21);
        Simulation even = Simulation.of(seven, 1, Load.of(always, 400)).with(RandomDuration.constant(DELAY));
        SimulationReport report = Demand.run(even);
        SimulationReport.HandOvers handOvers = report.handOvers();
        String delay = "21 nodes, all messages take one unit of time: synchronisation delay, ";
        finding.compare(Comparison.equal(delay + "median", 2.0, (double) handOvers.median() / DELAY));
        finding.compare(Comparison.equal(delay + "at most", 2.0, (double) handOvers.max() / DELAY));
        finding.compare(Comparison.differs(
                delay + "on average",
                2,
                handOvers.mean() / DELAY,
                handOvers.min() == DELAY && handOvers.max() == 2 * DELAY,
                "it is 1 where the arbiter that decides is the one that leaves or the next to enter"));
        long overtaken = IntStream.rangeClosed(1, 3)
                .mapToLong(seed -> Demand.run(Simulation.of(seven, seed, Load.of(always, 400)))
                        .overtakings()
                        .count())
                .sum();
        finding.compare(Comparison.holds(
                "21 nodes, random delays: the algorithm is not fair",
                "not fair",
                Comparison.text(overtaken) + " of 1,200 entries overtook one that had waited longer",
                overtaken > 0));
    }
}
