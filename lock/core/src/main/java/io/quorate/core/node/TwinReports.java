// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * T1: decides from the heartbeats of other members whether two processes have one id. Each heartbeat reports which process of each
 * member its sender hears; the node compares that with the process it hears itself.
 */
public final class TwinReports {
    /** Without a process to name. */
    public static final long NOT_HEARD = 0;

    /** A second report within this many heartbeats confirms the first. */
    private static final long CONFIRM_BEATS = 4;

    private final long beatNanos;
    private final long silenceNanos;

    /** When a second process was last reported. */
    private final Map<NodeId, Long> reported = new LinkedHashMap<>();

    private final Map<NodeId, ToldToEnd> toldToEnd = new LinkedHashMap<>();

    private record ToldToEnd(long process, long at) {}

    /** The outcome of one report. */
    public enum Verdict {
        /** Nothing is known against the member. */
        ONE,
        /** Two processes have its id: neither counts. */
        TWO,
        /** A second report confirms it: the process that this node is connected with is told to end, too. */
        END
    }

    /**
     * @param beatNanos the interval of heartbeats
     * @param silenceNanos the silence after which a peer is suspected
     */
    public TwinReports(long beatNanos, long silenceNanos) {
        this.beatNanos = beatNanos;
        this.silenceNanos = silenceNanos;
    }

    /** A process that was not heard within this time is not reported. */
    public long freshNanos() {
        return beatNanos + beatNanos / 2;
    }

    /**
     * Another member reports which process of a member it hears.
     *
     * @param reportedProcess the process in the report
     * @param heardProcess the process that this node hears under that id, or {@link #NOT_HEARD}
     * @param connectedNanos how long this node has been connected with that process
     */
    public Verdict report(NodeId member, long reportedProcess, long heardProcess, long connectedNanos, long now) {
        // A report about a peer that has just connected may be about the process before it, and be late.
        boolean isSettled = heardProcess != NOT_HEARD && connectedNanos > silenceNanos;
        if (!isSettled || heardProcess == reportedProcess) {
            return Verdict.ONE;
        }
        if (!isConfirmed(member, now)) {
            return Verdict.TWO;
        }
        toldToEnd.put(member, new ToldToEnd(heardProcess, now));
        return Verdict.END;
    }

    /**
     * The process of the member that this node reports: the connected one, or, until the report is old, the one that it told to end.
     * Otherwise
     * the members that hear the other process would never get their second report, and that process would stay.
     */
    public long toReport(NodeId member, long heardProcess, long now) {
        ToldToEnd told = toldToEnd.get(member);
        return told != null && now - told.at < repeatNanos() ? told.process : heardProcess;
    }

    /** Shorter than it takes a new process to be settled: for that one an old report is without effect. */
    private long repeatNanos() {
        return Math.min(CONFIRM_BEATS * beatNanos, silenceNanos / 2);
    }

    /** Whether the same was reported shortly before. A single report may be about a process that has just ended. */
    private boolean isConfirmed(NodeId member, long now) {
        Long before = reported.get(member);
        if (before != null && now - before < beatNanos) {
            return false; // read together, so both may be older than the end of the other process
        }
        reported.put(member, now);
        return before != null && now - before < CONFIRM_BEATS * beatNanos;
    }
}
