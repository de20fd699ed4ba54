// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.plan;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.lab.Drawings;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.plan.Plan;
import io.quorate.lab.plan.QuorumAnalysis;
import io.quorate.lab.plan.Wishes;
import io.quorate.lab.plan.Zones;
import io.quorate.lab.plan.measure.Nearness;
import io.quorate.lab.simulate.Delays;
import io.quorate.lab.simulate.chance.Distances;
import io.quorate.node.QuorumFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate plan}. */
@Command(
        name = "plan",
        description = {
            "Says which quorum system to take for a number of nodes, and why.",
            "All that there are for this number are compared: what an entry costs, what is survived, how the load is"
                    + " spread."
        },
        footer = {
            "  quorate plan 5",
            "  quorate plan 13 --failures 3",
            "  quorate plan 13 --zones 5,4,4      and survive the loss of any one zone",
            "  quorate plan 100 --p 0.05 --json",
            "  quorate plan 7 --system plane --draw fano.svg",
            "  quorate plan 5 --delay zones:2,2,1:500us:10ms  the load of the nearest"
        })
public final class PlanCommand extends ReportCommand {
    /** Beyond this the choices of all nodes would take too long. */
    private static final int NEARNESS_NODES_MAX = 100;

    @Parameters(index = "0", paramLabel = "N", description = "How many nodes vote.")
    private int voters;

    @Option(
            names = "--failures",
            paramLabel = "F",
            defaultValue = "0",
            description = "Survive this many failures, whichever nodes they hit.")
    private int failures;

    @Option(
            names = "--p",
            paramLabel = "P",
            defaultValue = "0.01",
            description = "How likely it is that a node is down (default: ${DEFAULT-VALUE}).")
    private double p;

    @Option(
            names = "--zones",
            paramLabel = "SIZES|COUNT",
            description = {
                "Survive the loss of any one zone: 5,4,4 if the first 5 nodes are in one zone and so on;",
                "3 for three zones of equal size."
            })
    private @Nullable String zones;

    @Option(
            names = "--system",
            paramLabel = "NAME|SETS|file:PATH",
            description = {
                "Compare this system too, as in tree:4 or weighted:3,1,1; sets such as n1,n2/n2,n3/n1,n3;",
                "or file:PATH, with one quorum a line. --draw draws it."
            })
    private @Nullable String system;

    @Option(
            names = "--draw",
            paramLabel = "FILE.svg",
            description = "Draw the system that is recommended, or that of --system.")
    private @Nullable Path draw;

    @Option(
            names = "--delay",
            paramLabel = "DELAYS",
            description = {
                "How long frames travel one way, as for simulate: zones:2,2,1:500us:10ms, or matrix:0,1ms/1ms,0.",
                "Adds how long an acquire takes, and which load the busiest voter has, if quorums are chosen by the"
                        + " lock's name or by nearness (up to 100 nodes)."
            })
    private @Nullable String delay;

    public PlanCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        Drawings.requireSvg(draw);
        String named = named();
        Plan plan = Plan.of(wishes(), named == null ? List.of() : List.of(named));
        if (draw != null) {
            drawInto(draw, plan);
        }
        new PlanReport(plan, nearness(plan)).addTo(out);
    }

    /** The name of the system to compare too, with the content of a file instead of its name. */
    private @Nullable String named() {
        return system == null ? null : QuorumFile.inlined(system);
    }

    /** By the name of the system; empty without delays. */
    private Map<String, Nearness> nearness(Plan plan) {
        Map<String, Nearness> nearness = new LinkedHashMap<>();
        if (delay != null) {
            Distances distances = Delays.parse(delay).over(voters);
            for (QuorumAnalysis each : plan.analyses()) {
                nearness.put(
                        each.system().name(),
                        Nearness.of(
                                each.system(),
                                (from, to) -> distances.between(from, to).mean()));
            }
        }
        return nearness;
    }

    private void drawInto(Path file, Plan plan) throws IOException {
        String named = named();
        Optional<QuorumSystem> drawn = named == null
                ? plan.advice().system()
                : Optional.of(Quorums.named(named, plan.wishes().voters()));
        if (drawn.isPresent()) {
            Drawings.writeSvg(QuorumPicture.svgOf(drawn.get()), file);
            console.err().println("Drawn: " + (system == null ? drawn.get().name() : system) + " in " + file);
        } else {
            console.err().println("Nothing drawn, since nothing is recommended: name a system with --system.");
        }
    }

    private Wishes wishes() {
        if (voters < 1 || voters > Plan.VOTERS_MAX) {
            throw new IllegalArgumentException(
                    "There must be 1 to " + Plan.VOTERS_MAX + " nodes; you gave " + voters + ".");
        }
        if (delay != null && voters > NEARNESS_NODES_MAX) {
            throw new IllegalArgumentException("--delay is for up to " + NEARNESS_NODES_MAX + " nodes; you gave "
                    + voters + ". Leave it out, or plan one region.");
        }
        if (failures < 0) {
            throw new IllegalArgumentException(
                    "--failures is how many must be survived, 0 or more; you gave " + failures + ".");
        }
        if (!(p >= 0 && p < 1)) {
            throw new IllegalArgumentException(
                    "--p is a probability from 0 up to, but not, 1, as in 0.01; you gave " + p + ".");
        }
        return new Wishes(voters, failures, p, zones == null ? Zones.NONE : Zones.parse(zones, voters));
    }
}
