// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.check;

import io.quorate.cli.cluster.OverlayAtRest;
import io.quorate.cli.cluster.TypicalSize;
import io.quorate.cli.lab.simulate.UsualSimulation;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.node.QuorumFile;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.trace.SpaceTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A short run of a protocol, for {@code quorate trace} to draw when it is given no file: every node asks once, all at once. */
final class FreshRun {
    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description = {
                "In place of FILE: simulate this protocol, every node asking once, and draw that.",
                "A set of its rules may stand behind a colon, as in ricart-agrawala:sequenced."
            })
    private @Nullable String protocol;

    @Option(names = "--nodes", paramLabel = "N", description = "With --protocol: how many nodes (default: 3 or 7).")
    private @Nullable Integer nodes;

    @Option(
            names = "--quorums",
            paramLabel = "NAME|SETS|file:PATH",
            description = "With --protocol: the quorums, as check and simulate take them.")
    private @Nullable String quorums;

    @Option(
            names = "--overlay",
            paramLabel = "KIND",
            description =
                    "With --protocol, on an overlay: pastry, ring, fixed, or fixed:1 where messages pass other nodes on their way.")
    private @Nullable String overlay;

    @Option(names = "--seed", paramLabel = "N", description = "With --protocol: where delays come from (default: 1).")
    private @Nullable Long seed;

    boolean isWanted() {
        return protocol != null;
    }

    /** Refuses options of a fresh run where a file is drawn. */
    void requireNone() {
        if (nodes != null || quorums != null || overlay != null || seed != null) {
            throw new IllegalArgumentException(
                    "--nodes, --quorums, --overlay and --seed are about a fresh run: add --protocol, and omit the file.");
        }
    }

    SpaceTime play() {
        Protocol<?> played = Protocols.named(String.valueOf(protocol));
        if (overlay != null && !OverlayProtocol.isOne(played)) {
            throw new IllegalArgumentException(
                    "The nodes of " + played.fullName() + " know each other without an overlay: take --overlay away.");
        }
        int all = nodes == null ? TypicalSize.of(played) : nodes;
        Map<String, String> options = UsualSimulation.of(played, all, null);
        options.put("claims", String.valueOf(all));
        options.put("arrivals", "burst:1");
        if (!played.fullName().equals(played.name())) {
            options.put("rules", played.rules());
        }
        if (quorums != null) {
            options.put("quorums", QuorumFile.inlined(quorums));
        }
        if (overlay != null) {
            options.put("overlay", OverlayAtRest.of(overlay, all));
        }
        Simulation simulation = SimulationOptions.read(played, seed == null ? 1 : seed, options);
        List<SpaceTimeRecorder> recorded = new ArrayList<>();
        SimulationReport report = Simulator.run(simulation, List.of(), clock -> {
            recorded.add(SpaceTimeRecorder.inTime(simulation.setup().toString(), all, clock)
                    .withStates());
            return recorded.get(0);
        });
        if (!report.isOk()) {
            throw new IllegalArgumentException("This run breaks a promise of the protocol, which quorate simulate "
                    + played.fullName() + " explains; draw one that does not, with another --seed.");
        }
        return recorded.get(0).diagram();
    }
}
