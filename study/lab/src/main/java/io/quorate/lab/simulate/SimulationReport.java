// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a simulation. A message of a node to itself never leaves it, and is not counted; a broadcast is one message.
 *
 * @param simulation what was run
 * @param traceHash the same for the same run
 * @param events how many choices the run is made of
 * @param virtualNanos how long it took, in virtual time
 * @param injected how many faults of each kind there were
 * @param failure which promise was broken; null if none was
 */
public record SimulationReport(
        Simulation simulation,
        long traceHash,
        long events,
        long virtualNanos,
        Claims claims,
        Traffic traffic,
        Waits waits,
        HandOvers handOvers,
        Overtakings overtakings,
        Map<String, Long> injected,
        @Nullable Failure failure) {

    public SimulationReport {
        injected = new LinkedHashMap<>(injected);
    }

    /** How many claims there were, got the lock, and gave up. */
    public record Claims(long made, long entries, long abandoned) {}

    /**
     * Messages and frames sent between nodes, and messages delivered (a lost one is not, a copy is once more); the busiest node is
     * the one that sent and received most messages.
     */
    public record Traffic(
            Map<String, Long> messagesByKind,
            long messages,
            long frames,
            long delivered,
            NodeId busiest,
            long busiestMessages) {}

    /** How long the claims that got the lock had waited, in nanoseconds of virtual time. */
    public record Waits(double mean, long median, long percentile99, long max) {}

    /** How long a lock was idle on its way from one node to another that waited for it, in nanoseconds of virtual time. */
    public record HandOvers(long count, double mean, long min, long median, long max) {}

    /** How often a claim got the lock before one that excludes it and had waited longer; and the worst for one claim. */
    public record Overtakings(long count, long worst) {}

    /** A broken promise; the trace leads there, and is cut off at its limit ({@link Simulator#TRACE_MAX}). */
    public record Failure(String sentence, Trace trace) {}

    public boolean isOk() {
        return failure == null;
    }

    public double messagesPerEntry() {
        return perEntry(traffic.messages);
    }

    public double framesPerEntry() {
        return perEntry(traffic.frames);
    }

    private double perEntry(long count) {
        return claims.entries == 0 ? 0 : (double) count / claims.entries;
    }

    /** The report for people, in lines. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add(simulation.setup().toString());
        lines.add(text(
                "seed %d, %d events in %.3f s of virtual time, trace hash %016x",
                simulation.seed(), events, virtualNanos / 1e9, traceHash));
        lines.add(text("%d claims: %d entries, %d given up", claims.made, claims.entries, claims.abandoned));
        lines.add(text(
                "%d messages in %d frames: %.2f messages, %.2f frames for each entry",
                traffic.messages, traffic.frames, messagesPerEntry(), framesPerEntry()));
        lines.add("by kind: " + traffic.messagesByKind);
        lines.add(text("busiest node %s: %d messages sent and received", traffic.busiest, traffic.busiestMessages));
        lines.add(text(
                "waited, in ms: mean %.3f, median %.3f, 99 %% below %.3f, at most %.3f",
                waits.mean / 1e6, waits.median / 1e6, waits.percentile99 / 1e6, waits.max / 1e6));
        lines.add(text(
                "handed over %d times, in ms: mean %.3f, median %.3f, at most %.3f",
                handOvers.count, handOvers.mean / 1e6, handOvers.median / 1e6, handOvers.max / 1e6));
        lines.add(text("overtakings: %d, of one claim at most %d", overtakings.count, overtakings.worst));
        lines.add("faults: " + (injected.isEmpty() ? "none" : injected));
        Failure broken = failure;
        if (broken != null) {
            lines.add("BROKEN: " + broken.sentence);
        }
        lines.add("again: " + simulation.replayCommand());
        return lines;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
