// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.compare;

import io.quorate.cli.lab.ClusterOptions;
import io.quorate.cli.lab.OwnProtocols;
import io.quorate.cli.lab.Seed;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.compare.Comparison;
import io.quorate.lab.compare.Pressure;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The parameters of {@code quorate compare}. */
final class CompareOptions {
    private static final String USUAL_HOLD = "2";
    private static final String USUAL_ENTRIES = "1000";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "13",
            description = "How many nodes; all of them ask (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--load",
            paramLabel = "light|heavy|0..1",
            defaultValue = "light",
            description = {
                "light: one claim at a time, nobody contends (default); heavy: every node always wants the lock; 0.5: claims",
                "from anywhere at any time, by which a lock that moves in two message times would be busy for half of the time."
            })
    private String load = "";

    @Option(
            names = "--protocols",
            split = ",",
            paramLabel = "NAME",
            description = "Which, as in maekawa,ricart-agrawala:ring (default: all, by their usual rules).")
    private List<String> protocols = List.of();

    @Option(
            names = "--hold",
            paramLabel = "TIMES",
            defaultValue = USUAL_HOLD,
            description = "How long a lock is held, in message times (default: ${DEFAULT-VALUE}).")
    private double hold;

    @Option(
            names = "--delay",
            paramLabel = "HOW",
            defaultValue = Comparison.IN_STEP,
            description = {
                "How message times spread around their mean, which is the unit of all times: constant, uniform, exponential",
                "or heavy (default: ${DEFAULT-VALUE})."
            })
    private String delay = "";

    @Option(
            names = "--entries",
            paramLabel = "N",
            defaultValue = USUAL_ENTRIES,
            description = "Minimum number of entries to measure, as many for each node (default: ${DEFAULT-VALUE}).")
    private int entries;

    @Mixin
    private final Seed seed = new Seed();

    @Option(
            names = "--over-nodes",
            split = ",",
            paramLabel = "N",
            defaultValue = "3,7,13,21,31,57",
            description = {
                "With --svg: the numbers of nodes to plot over (default: ${DEFAULT-VALUE}, for each of which there is a plane, so",
                "that quorums grow evenly)."
            })
    private List<Integer> overNodes = List.of();

    @Option(
            names = "--over-loads",
            split = ",",
            paramLabel = "0..1",
            defaultValue = "0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1",
            description = "With --svg: the loads to plot over (default: ${DEFAULT-VALUE}).")
    private List<String> overLoads = List.of();

    @Mixin
    private OwnProtocols own = new OwnProtocols();

    Comparison comparison() {
        ClusterOptions.requireNodes("nodes", nodes);
        return new Comparison(nodes, Pressure.parse(load), hold, entries, delay, seed.number());
    }

    /** Each once, in the order given. */
    List<Protocol<?>> protocols() {
        if (protocols.isEmpty()) {
            return Protocols.all();
        }
        List<Protocol<?>> chosen = new ArrayList<>();
        for (String name : protocols) {
            Protocol<?> protocol = Protocols.named(name);
            if (chosen.stream().anyMatch(each -> each.fullName().equals(protocol.fullName()))) {
                throw new IllegalArgumentException(
                        "The protocol " + protocol.fullName() + " is given twice: take one of them away.");
            }
            chosen.add(protocol);
        }
        return chosen;
    }

    List<Integer> overNodes() {
        overNodes.forEach(count -> ClusterOptions.requireNodes("nodes", count));
        return overNodes.stream().sorted().distinct().toList();
    }

    List<Double> overLoads() {
        List<Double> loads = new ArrayList<>();
        for (String each : overLoads) {
            Pressure pressure = Pressure.parse(each);
            if (pressure.equals(Pressure.HEAVY)) {
                throw new IllegalArgumentException(
                        "A plot is over loads that are numbers from 0 to 1; \"heavy\" is none: see it with --load heavy.");
            }
            loads.add(pressure.equals(Pressure.LIGHT) ? 0 : Double.parseDouble(each));
        }
        return loads.stream().sorted().distinct().toList();
    }

    /** The command that does it again. */
    String replay() {
        return "./quorate compare --nodes " + nodes + " --load " + load
                + (protocols.isEmpty() ? "" : " --protocols " + String.join(",", protocols))
                + (Double.toString(hold).equals(USUAL_HOLD + ".0") ? "" : " --hold " + hold)
                + (delay.equals(Comparison.IN_STEP) ? "" : " --delay " + delay)
                + (Integer.toString(entries).equals(USUAL_ENTRIES) ? "" : " --entries " + entries) + " --seed "
                + seed.number()
                + own.text();
    }
}
