// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Words;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.dht.Retries;
import io.quorate.lab.dht.TimeScale;
import io.quorate.lab.dht.Workload;
import io.quorate.overlay.node.OverlayProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The parameters of {@code quorate dht}. */
final class DhtOptions {
    private static final int USUAL_RUNS = 10;
    private static final String USUAL_LEASE = "5s";

    @Option(
            names = "--protocols",
            split = ",",
            paramLabel = "NAME",
            description = "Which, the one to compare with first (default: all that need an overlay).")
    private List<String> protocols = List.of();

    @Option(
            names = "--rules",
            paramLabel = "NAME",
            description = {
                "By which rules those run that have such, as in as-printed: the paper to the letter, without its corrections.",
                "Printed and corrected beside each other: --protocols sigma,nonendtoend:as-printed,nonendtoend."
            })
    private String rules = "";

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "N",
            description = "How many nodes (default: 1000; in Figure 3, 1000 to 10000; in Figure 5, 10000).")
    private List<String> nodes = List.of();

    @Option(
            names = "--replicas",
            split = ",",
            paramLabel = "N",
            description = "How many replicas a lock has (default: 3; in Figure 4, 1,3,5,7,9).")
    private List<String> replicas = List.of();

    @Option(
            names = "--churn",
            split = ",",
            paramLabel = "N",
            description = {
                "Number of nodes that change in each round: half of them fail, and as many new ones join.",
                "(default: 0; in Figure 5, 0 to 3000.)"
            })
    private List<String> churn = List.of();

    @Option(
            names = "--retries",
            split = ",",
            paramLabel = "HOW",
            description = {
                "How often a waiter asks again although it was answered: never; after a number of rounds, as in 1 or 0.5;",
                "informed: (P + 1/2) holds of 2 rounds, with P requests before it; informed-by-place: the same, with P its",
                "place from 1 on; production: 2 to 4 s and 2 s for each request before it (default: informed)."
            })
    private List<String> retries = List.of();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Number of runs for each point of a figure (default: 10).")
    private int runs = USUAL_RUNS;

    @Option(
            names = "--round",
            paramLabel = "TIME",
            description = "How long a round lasts (default: 2s; with churn 10s); a message travels 1 to 50 ms.")
    private String round = "";

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            defaultValue = USUAL_LEASE,
            description = "How long the word of a replica holds (default: ${DEFAULT-VALUE}).")
    private String lease = USUAL_LEASE;

    @Option(
            names = "--keep-alive",
            paramLabel = "TIME|off",
            description = {
                "How often nodes of the overlay tell their neighbours that they are there: five times in a lease, or oftener.",
                "off: never, and leases last longer than the experiment (default: off; with churn, a fifth of the lease)."
            })
    private String keepAlive = "";

    @Option(
            names = "--seed",
            defaultValue = "1",
            description =
                    "Where all randomness comes from; the runs of a figure take the next ones (default: ${DEFAULT-VALUE}).")
    private long seed;

    private List<Protocol<?>> protocols() {
        List<Protocol<?>> named = protocols.isEmpty()
                ? Protocols.all().stream().filter(OverlayProtocol::isOne).collect(Collectors.toList())
                : protocols.stream().map(Protocols::named).collect(Collectors.toList());
        if (rules.isEmpty()) {
            return named;
        }
        List<Protocol<?>> byRules = named.stream().map(this::byRules).collect(Collectors.toList());
        if (byRules.equals(named)) {
            throw new IllegalArgumentException(
                    "None of these protocols has rules \"" + rules + "\": quorate protocols lists the rules of each.");
        }
        return byRules;
    }

    /** One that has no such rules, as Sigma has none that are printed, is what it is. */
    private <M extends Message> Protocol<?> byRules(Protocol<M> protocol) {
        Optional<Protocol<M>> found = protocol.byRules(rules);
        return found.isPresent() ? found.get() : protocol;
    }

    private static List<String> orElse(List<String> given, String... usual) {
        return given.isEmpty() ? List.of(usual) : given;
    }

    private TimeScale times(boolean churns) {
        Duration word = Words.duration(lease);
        Duration each = Words.duration(round.isEmpty() ? churns ? "10s" : "2s" : round);
        TimeScale times = new TimeScale(each, TimeScale.USUAL.delay(), word, word.dividedBy(TimeScale.LEASE_PARTS));
        boolean off = keepAlive.equals("off") || (keepAlive.isEmpty() && !churns);
        return off ? times.resting() : keepAlive.isEmpty() ? times : times.withKeepAlive(Words.duration(keepAlive));
    }

    private static String single(List<String> values, String option) {
        if (values.size() != 1) {
            throw new IllegalArgumentException(
                    "One value of " + option + " is enough here; you gave " + String.join(",", values) + ".");
        }
        return values.get(0);
    }

    private DhtExperiment base(Protocol<?> protocol, String nodesGiven, String replicasGiven, boolean churns) {
        TimeScale times = times(churns);
        return new DhtExperiment(
                protocol,
                Varied.number(nodesGiven),
                Varied.number(replicasGiven),
                0,
                Workload.PAPER,
                times,
                Retries.parse(orElse(retries, "informed").get(0), times.round()),
                seed);
    }

    /** One run for each protocol. */
    List<DhtExperiment> experiments() {
        int changing = Varied.number(single(orElse(churn, "0"), "--churn"));
        single(orElse(retries, "informed"), "--retries");
        String count = single(orElse(nodes, "1000"), "--nodes");
        String voters = single(orElse(replicas, "3"), "--replicas");
        return protocols().stream()
                .map(protocol -> base(protocol, count, voters, changing > 0).withChurn(changing))
                .collect(Collectors.toList());
    }

    DhtFigure figure(String name) {
        return switch (name) {
            case "3" ->
                figure(
                        Varied.NODES,
                        orElse(nodes, "1000", "2000", "3000", "4000", "5000", "6000", "7000", "8000", "9000", "10000"));
            case "4" -> figure(Varied.REPLICAS, orElse(replicas, "1", "3", "5", "7", "9"));
            case "5" -> figure(Varied.CHURN, orElse(churn, "0", "500", "1000", "1500", "2000", "2500", "3000"));
            case "retries" ->
                figure(Varied.RETRIES, orElse(retries, "never", "informed", "production", "2", "1", "0.5", "0.25"));
            default ->
                throw new IllegalArgumentException(
                        "There are --figure 3, 4, 5 and retries; there is none that is called \"" + name + "\".");
        };
    }

    private DhtFigure figure(Varied varied, List<String> values) {
        List<Protocol<?>> lines = protocols();
        boolean overChurn = varied == Varied.CHURN;
        String count =
                varied == Varied.NODES ? values.get(0) : single(orElse(nodes, overChurn ? "10000" : "1000"), "--nodes");
        String voters = varied == Varied.REPLICAS ? values.get(0) : single(orElse(replicas, "3"), "--replicas");
        String changing = overChurn ? "0" : single(orElse(churn, "0"), "--churn");
        if (varied != Varied.RETRIES) {
            single(orElse(retries, "informed"), "--retries");
        }
        boolean churns = overChurn || Varied.number(changing) > 0;
        DhtExperiment base = base(lines.get(0), count, voters, churns).withChurn(Varied.number(changing));
        return new DhtFigure(varied, lines, values, runs, base);
    }

    /** The options that are independent of the x axis of a figure, to run it again. */
    String replay() {
        return (protocols.isEmpty() ? "" : " --protocols " + String.join(",", protocols))
                + (nodes.isEmpty() ? "" : " --nodes " + String.join(",", nodes))
                + (replicas.isEmpty() ? "" : " --replicas " + String.join(",", replicas))
                + (churn.isEmpty() ? "" : " --churn " + String.join(",", churn))
                + (retries.isEmpty() ? "" : " --retries " + String.join(",", retries))
                + (runs == USUAL_RUNS ? "" : " --runs " + runs) + (round.isEmpty() ? "" : " --round " + round)
                + (lease.equals(USUAL_LEASE) ? "" : " --lease " + lease)
                + (keepAlive.isEmpty() ? "" : " --keep-alive " + keepAlive) + " --seed " + seed;
    }
}
