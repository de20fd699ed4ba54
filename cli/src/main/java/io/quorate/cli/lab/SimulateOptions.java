package io.quorate.cli.lab;

import io.quorate.core.protocol.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.world.Network;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a simulation is made of; the names are those of {@link SimulationOptions}, so that a replay command can be typed in. */
final class SimulateOptions {
    private static final int USUAL_NODES = 5;

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
                "alone | burst:3 (claims for each node) | poisson:0.5 (load) | closed:exponential:1000000:2 (think time, clients)."
            })
    private @Nullable String arrivals;

    @Option(names = "--locks", description = "How many locks (default: 1).")
    private @Nullable Integer locks;

    @Option(names = "--shared", paramLabel = "SHARE", description = "Which share of the claims is SHARED (default: 0).")
    private @Nullable Double shared;

    @Option(
            names = "--delay",
            paramLabel = "HOW",
            description = {
                "How long messages travel: constant, uniform, exponential or heavy; with its mean in nanoseconds, as in"
                        + " exponential:500000 (default)."
            })
    private @Nullable String delay;

    @Option(names = "--hold", paramLabel = "HOW", description = "How long a lock is held (default: constant:1000000).")
    private @Nullable String hold;

    @Option(
            names = "--patience",
            paramLabel = "HOW",
            description = "How long a claim waits before it gives up (default: never).")
    private @Nullable String patience;

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
            putDefaults(protocol, map);
        }
        put(map, "nodes", nodes);
        put(map, "voters", voters);
        put(map, "claims", claims);
        put(map, "arrivals", arrivals == null && load != null ? "poisson:" + load : arrivals);
        put(map, "locks", locks);
        put(map, "shared", shared);
        put(map, "delay", withMean(delay));
        put(map, "hold", withMean(hold));
        put(map, "patience", "never".equals(patience) ? patience : withMean(patience));
        put(map, "network", network);
        if ("drawn".equals(faults)) {
            map.remove("faults");
        } else {
            put(map, "faults", faults);
        }
        return map;
    }

    /** What the reader of options would refuse in the words of a setup, said in those of the command. */
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
        if (load != null && arrivals != null) {
            throw new IllegalArgumentException(
                    "--load " + load + " is the same as --arrivals poisson:" + load + ": give one of the two.");
        }
    }

    private void putDefaults(Protocol<?> protocol, Map<String, String> map) {
        int all = nodes == null ? USUAL_NODES : nodes;
        map.put("nodes", String.valueOf(all));
        QuorumSystem usual = protocol.usualQuorums(voters == null ? all : voters);
        map.put("quorums", usual.name());
        if (protocol.needsOverlay()) {
            map.put("voters", String.valueOf(usual.size()));
            map.put("overlay", "fixed");
        }
        map.put("placed", "as-numbered");
        map.put("claims", "1000");
        map.put("arrivals", "poisson:0.5");
        map.put("locks", "1");
        map.put("shared", "0");
        map.put("delay", SimulationOptions.text(Simulation.usualDelay(protocol)));
        map.put("hold", "constant:" + 2 * Simulation.USUAL_DELAY);
        map.put("patience", "never");
        map.put("network", Network.justEnoughFor(protocol.traits().needs()).text());
        map.put("faults", "none");
    }

    private static void put(Map<String, String> map, String name, @Nullable Object value) {
        if (value != null) {
            map.put(name, value.toString());
        }
    }

    /** A distribution without numbers gets the usual ones. */
    private static @Nullable String withMean(@Nullable String text) {
        if (text == null || text.contains(":")) {
            return text;
        }
        return text.equals("uniform") ? "uniform:0:" + 2 * Simulation.USUAL_DELAY : text + ":" + Simulation.USUAL_DELAY;
    }
}
