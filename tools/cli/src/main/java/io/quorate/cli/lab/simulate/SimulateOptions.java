// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.cli.lab.ClusterOptions;
import io.quorate.core.lock.Protocol;
import io.quorate.lab.simulate.DelayFile;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a simulation; the names are those of {@link SimulationOptions}, so that a replay command can be typed in. */
final class SimulateOptions {
    private static final int USUAL_NODES = 5;
    private static final String FILE = "file:";

    @Option(names = "--nodes", description = "How many nodes (default: 5).")
    private @Nullable Integer nodes;

    @Option(
            names = "--voters",
            description =
                    "How many of them vote (default: all); with an overlay, how many replicas a lock has (usually 3).")
    private @Nullable Integer voters;

    @Option(
            names = {"--claims", "--entries"},
            paramLabel = "N",
            description = "How often the locks are taken (default: 1000).")
    private @Nullable Integer claims;

    @Option(
            names = "--load",
            paramLabel = "SHARE",
            description = {
                "Which share of the time a lock is busy, above 0 to 1 (default: 0.5). The same as --arrivals poisson:SHARE."
            })
    private @Nullable Double load;

    @Option(
            names = "--arrivals",
            paramLabel = "HOW",
            description = {
                "alone: one claim at a time, the nodes in turn.",
                "burst:3: three claims of each node at once, and again when nothing is left of them.",
                "bursts:20:50ms: 20 claims at once, from anywhere, every 50 ms.",
                "poisson:0.5: at any time, from anywhere; the lock is busy half of the time (default).",
                "closed:exponential:1ms:2: two clients a node; each thinks for so long, claims, holds, and begins again."
            })
    private @Nullable String arrivals;

    @Option(names = "--locks", description = "How many locks (default: 1).")
    private @Nullable Integer locks;

    @Option(
            names = "--popularity",
            paramLabel = "HOW",
            description = {
                "Which locks are wanted more than others: even (default), zipf:1.0, or shares of all claims, as in L=0.5,L2=0.2;",
                "the locks are called L, L2, L3 and so on."
            })
    private @Nullable String popularity;

    @Option(
            names = "--hot",
            paramLabel = "HOW",
            description = "Which nodes ask more than others: even (default), zipf:1.0, or shares, as in n1=0.5,n2=0.2.")
    private @Nullable String hot;

    @Option(names = "--shared", paramLabel = "SHARE", description = "Which share of the claims is SHARED (default: 0).")
    private @Nullable Double shared;

    @Option(
            names = "--delay",
            paramLabel = "HOW",
            description = {
                "How long messages travel: constant:T, uniform:FROM:TO, exponential:T (default: of 500us) or heavy:T, where T is the mean,",
                "in nanoseconds or as in 20ms.",
                "zones:3:exponential:500us:exponential:20ms: three zones, the delay within one, the delay between two;",
                "zones:2,2,1:... gives their sizes, zones:3 takes just these delays.",
                "file:PATH: a matrix, with a row of delays for each zone or node."
            })
    private @Nullable String delay;

    @Option(names = "--hold", paramLabel = "HOW", description = "How long a lock is held (default: constant:1000000).")
    private @Nullable String hold;

    @Option(
            names = "--timeout",
            paramLabel = "HOW",
            description = "How long a claim waits before it gives up (default: never).")
    private @Nullable String timeout;

    @Option(
            names = "--network",
            paramLabel = "ORDER",
            description = "fifo, unordered or sequenced (default: all that the protocol stands).")
    private @Nullable String network;

    @Option(
            names = "--faults",
            paramLabel = "RATES",
            description = {
                "none (default), drawn (from the seed), or rates for each message, as in",
                "duplicates=0.1,resets=0.02,one-sided=0.02,outages=0.01,suspicions=0.02.",
                "With --storm the kinds only, as in crashes,pauses,partitions; or all."
            })
    private @Nullable String faults;

    @Option(
            names = "--spares",
            paramLabel = "N",
            description = "With --storm: number of spare votes of a contended hold (default: drawn from the seed).")
    private @Nullable Integer spares;

    @Option(names = "--swarm", description = "Draw whatever is not given from the seed, faults too.")
    private boolean swarm;

    @Option(
            names = "--storm",
            description = {
                "Leases run out, clocks drift, nodes crash, start again and stand still, links fail one way or both; drawn from the"
                        + " seed. Then the storm ends, and everybody must get the lock within a bound."
            })
    private boolean storm;

    boolean isStorm() {
        return storm;
    }

    Map<String, String> toMap(Protocol<?> protocol) {
        requireSound();
        Map<String, String> map = new LinkedHashMap<>();
        if (!swarm && !storm) {
            map.putAll(UsualSimulation.of(protocol, nodes == null ? USUAL_NODES : nodes, voters));
        }
        put(map, "nodes", nodes);
        put(map, "voters", voters);
        put(map, "spares", spares);
        put(map, "claims", claims);
        put(map, "arrivals", arrivals == null && load != null ? "poisson:" + load : arrivals);
        put(map, "locks", locks);
        put(map, "popularity", popularity);
        put(map, "hot", hot);
        put(map, "shared", shared);
        put(
                map,
                "delay",
                delay != null && delay.startsWith(FILE) ? matrix(delay.substring(FILE.length())) : withMean(delay));
        put(map, "hold", withMean(hold));
        put(map, "timeout", "never".equals(timeout) ? timeout : withMean(timeout));
        put(map, "network", network);
        if ("drawn".equals(faults)) {
            map.remove("faults");
        } else {
            put(map, "faults", faults);
        }
        return map;
    }

    /** Rejects, in the words of the command, values that the reader of options would reject in those of a setup. */
    private void requireSound() {
        if (nodes != null) {
            ClusterOptions.requireNodes("nodes", nodes);
        }
        if (voters != null) {
            ClusterOptions.requireNodes("voters", voters);
        }
        if (network != null) {
            ClusterOptions.requireNetwork(network);
        }
        if (spares != null && !storm) {
            throw new IllegalArgumentException(
                    "Only storms have spare votes: add --storm, or take --spares " + spares + " away.");
        }
        if (load != null && arrivals != null) {
            throw new IllegalArgumentException(
                    "--load " + load + " is the same as --arrivals poisson:" + load + ": give one of the two.");
        }
    }

    private static void put(Map<String, String> map, String name, @Nullable Object value) {
        if (value != null) {
            map.put(name, value.toString());
        }
    }

    /** The delays in a file, as an option that says all of them. */
    private static String matrix(String path) {
        try {
            return DelayFile.read(Files.readAllLines(Path.of(path))).text();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "The delays cannot be read from " + path + " (" + unreadable
                            + "). Write a text file with a line for each"
                            + " of: zones europe america; nodes europe europe america; europe 300us 45ms; america 45ms"
                            + " 300us.",
                    unreadable);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("The delays in " + path + ": " + refused.getMessage(), refused);
        }
    }

    /** A distribution without numbers gets the usual ones. */
    private static @Nullable String withMean(@Nullable String text) {
        if (text == null
                || !List.of("constant", "uniform", "exponential", "heavy").contains(text)) {
            return text;
        }
        return text.equals("uniform") ? "uniform:0:" + 2 * Simulation.USUAL_DELAY : text + ":" + Simulation.USUAL_DELAY;
    }
}
